import { useEffect, useRef, useState } from 'preact/hooks';
import type uPlot from 'uplot';
import type { Zone } from './time_text.ts';
import { useZone } from './time_zone.ts';

type Props = {
  name: string;
  /** Unix seconds. Each is the start of a slot. */
  times: readonly number[];
  /** `colour`: the name of a CSS custom property. */
  series: readonly { name: string; colour: string; values: readonly number[] }[];
};

const HEIGHT = 180;
const DAY_SECONDS = 86_400;
/** The steps of the axis: 1, 2, 5, 10, … up to 5e9. */
const INCREMENTS = Array.from({ length: 10 }, (_, power) => [1, 2, 5].map((n) => n * 10 ** power)).flat();

/**
 * A step chart of counts, one step per slot. The library is loaded when the first chart is shown. A table beside the
 * chart has the same figures. The slider below the chart shows the counts of one slot, for users without a pointer.
 */
export function Chart({ name, times, series }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const slot = Math.min(chosen ?? times.length - 1, times.length - 1);
  const [zone] = useZone();
  useEffect(() => {
    let chart: uPlot | null = null;
    let isOver = false;
    void draw();
    async function draw() {
      const { default: Plot } = await import('uplot');
      const element = place.current;
      if (isOver || !element) return;
      chart?.destroy();
      const data = [ended(times), ...series.map(({ values }) => [...values, values.at(-1) ?? 0])];
      chart = new Plot(
        {
          ...optionsOf({ times, series, zone }, element.clientWidth, Plot),
          hooks: { setCursor: [({ cursor }) => cursor.idx != null && setChosen(cursor.idx)] },
        },
        data as uPlot.AlignedData,
        element,
      );
    }
    const resized = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0);
      if (chart && width > 0 && width !== chart.width) chart.setSize({ width, height: HEIGHT });
    });
    if (place.current) resized.observe(place.current);
    // The canvas keeps its colours, so a change of the colour scheme must paint the chart again.
    const recoloured = new MutationObserver(() => void draw());
    recoloured.observe(document.documentElement, { attributeFilter: ['data-scheme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    const redraw = () => void draw();
    system.addEventListener('change', redraw);
    return () => {
      isOver = true;
      resized.disconnect();
      recoloured.disconnect();
      system.removeEventListener('change', redraw);
      chart?.destroy();
    };
  }, [JSON.stringify([times, series, zone])]);
  return (
    <>
      <div ref={place} class="chart" role="img" aria-label={name} />
      {times.length > 0 && (
        <label class="slot">
          <span class="soft">{slotText({ times, series, zone }, slot)}</span>
          <input
            type="range"
            aria-label={`Figures at a time: ${name}`}
            aria-valuetext={slotText({ times, series, zone }, slot)}
            min={0}
            max={times.length - 1}
            value={slot}
            onInput={({ currentTarget }) => setChosen(Number(currentTarget.value))}
          />
        </label>
      )}
    </>
  );
}

type Drawn = Omit<Props, 'name'> & { zone: Zone };

function optionsOf({ times, series, zone }: Drawn, width: number, Plot: typeof uPlot): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const line = { stroke: style.getPropertyValue('--line'), width: 1 };
  const axis = { stroke: style.getPropertyValue('--soft'), grid: line, ticks: line };
  const shown = timeFormat(times, zone);
  return {
    width,
    height: HEIGHT,
    // The time zone of the axis marks.
    ...(zone === 'utc' && { tzDate: (time: number) => Plot.tzDate(new Date(time * 1_000), 'Etc/UTC') }),
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    scales: { y: { range: (_chart, _min, max) => [0, Math.max(1, max)] } },
    axes: [
      { ...axis, values: (_chart, splits) => splits.map((time) => shown.format(time * 1_000)) },
      // Counts are whole numbers, so the axis has only whole steps.
      { ...axis, space: 30, size: 64, incrs: INCREMENTS },
    ],
    series: [
      {},
      ...series.map(({ name, colour }) => ({
        label: name,
        stroke: style.getPropertyValue(colour),
        width: 2,
        paths: Plot.paths.stepped?.({ align: 1 }) as uPlot.Series.PathBuilder,
        points: { show: false },
      })),
    ],
  };
}

/** Adds the end of the last slot, so that the last step has a width. */
function ended(times: readonly number[]): number[] {
  const [last = 0, before = last] = [times.at(-1), times.at(-2)];
  return [...times, 2 * last - before];
}

/** Formats times as days when the chart shows more than two days, else as times of day, in the chosen zone. */
function timeFormat(times: readonly number[], zone: Zone): Intl.DateTimeFormat {
  const isLong = (times.at(-1) ?? 0) - (times[0] ?? 0) > 2 * DAY_SECONDS;
  return new Intl.DateTimeFormat(undefined, {
    ...(isLong ? { day: 'numeric', month: 'short' } : { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    ...(zone === 'utc' && { timeZone: 'UTC' }),
  });
}

/** The start and the counts of a slot as a sentence. */
function slotText({ times, series, zone }: Drawn, slot: number): string {
  const from = new Date((times[slot] ?? 0) * 1_000).toLocaleString(undefined, {
    dateStyle: 'short',
    timeStyle: 'short',
    ...(zone === 'utc' && { timeZone: 'UTC' }),
  });
  return `${from}: ${series.map(({ name, values }) => `${(values[slot] ?? 0).toLocaleString()} ${name}`).join(', ')}`;
}
