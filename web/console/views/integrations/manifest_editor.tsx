import { useEffect, useRef } from 'preact/hooks';
import type { EditorHandle, Marker } from './open_editor.ts';

type Props = { text: string; markers: readonly Marker[]; onText(text: string): void };

/** A YAML editor. Its code is loaded when it is first shown. */
export function ManifestEditor({ text, markers, onText }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorHandle | null>(null);
  const latest = useRef({ text, onText });
  latest.current = { text, onText };
  useEffect(() => {
    let isOver = false;
    void import('./open_editor.ts').then(({ openEditor }) => {
      if (isOver || !place.current) return;
      editor.current = openEditor(place.current, {
        text: latest.current.text,
        label: 'Manifest',
        onText: (changed) => latest.current.onText(changed),
      });
    });
    return () => {
      isOver = true;
      editor.current?.close();
    };
  }, []);
  useEffect(() => editor.current?.mark(markers), [markers]);
  return (
    <div>
      <div ref={place} class="editor" />
      <p class="soft">Escape, then Tab leaves the editor. Ctrl-Space completes.</p>
    </div>
  );
}
