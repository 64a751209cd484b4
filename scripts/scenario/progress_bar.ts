type Output = { write(text: string): void; isTTY?: boolean };

const WIDTH = 32;

/** A progress bar. In a terminal it redraws itself; elsewhere it prints a line for every tenth. */
export function progressBar(output: Output, label: string): { show(done: number, total: number): void; end(): void } {
  let shownTenth = -1;
  function show(done: number, total: number): void {
    const share = total > 0 ? Math.min(done / total, 1) : 0;
    const tenth = Math.floor(share * 10);
    if (!output.isTTY && tenth === shownTenth) return;
    shownTenth = tenth;
    const filled = Math.round(share * WIDTH);
    const bar = `${'█'.repeat(filled)}${'░'.repeat(WIDTH - filled)}`;
    output.write(
      `${output.isTTY ? '\r' : ''}${label} ${bar} ${done.toLocaleString('en')} of ${total.toLocaleString('en')}${output.isTTY ? '' : '\n'}`,
    );
  }
  return { show, end: () => output.write(output.isTTY ? '\n' : '') };
}
