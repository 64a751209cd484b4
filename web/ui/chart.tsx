import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';

type Props = {
  name: string;
  /** Unix seconds. */
  times: readonly number[];
  series: readonly { name: string; colour: string; values: readonly number[] }[];
};

const HEIGHT = 180;

/** Counts over time. The library is loaded when the first chart is shown; a table beside the chart has the same figures. */
export function Chart({ name, times, series }: Props) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let chart: uPlot | null = null;
    let isOver = false;
    void draw();
    async function draw() {
      const { default: Plot } = await import('uplot');
      const element = place.current;
      if (isOver || !element) return;
      const style = getComputedStyle(document.documentElement);
      const axis = { stroke: style.getPropertyValue('--soft'), grid: { stroke: style.getPropertyValue('--line') } };
      chart = new Plot(
        {
          width: element.clientWidth,
          height: HEIGHT,
          legend: { show: false },
          axes: [axis, axis],
          series: [
            {},
            ...series.map(({ name: label, colour }) => ({
              label,
              stroke: style.getPropertyValue(colour),
              width: 2,
              points: { show: times.length < 3 },
            })),
          ],
        },
        [[...times], ...series.map(({ values }) => [...values])],
        element,
      );
    }
    return () => {
      isOver = true;
      chart?.destroy();
    };
  }, [JSON.stringify([times, series])]);
  return <div ref={place} role="img" aria-label={name} style={{ minHeight: `${HEIGHT}px` }} />;
}
