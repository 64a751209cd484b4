import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
import { Breakable } from '../../../ui/breakable.tsx';
import { EVENT_TYPES } from './event_types.ts';

type EventType = Schema<'EventType'>;
type Props = {
  topics: readonly Schema<'Topic'>[];
  toTopics: readonly Schema<'EventTopicRoute'>[];
  toDestinations: readonly Schema<'TopicDestinationRoute'>[];
  destinations: readonly Schema<'Destination'>[];
  onEvent(eventType: EventType, topicId: string): void;
  onTopic(topicId: string, destinationId: string): void;
  onRemove(kind: 'event' | 'topic', routeId: string): void;
  onRemoveTopic(topicId: string): void;
};
type Line = { kind: 'event' | 'topic'; id: string; from: string; to: string; label: string };
type Drawn = Line & { x1: number; y1: number; x2: number; y2: number };

/**
 * Three columns of buttons with lines between them. The user draws a line by dragging one button to another, or by
 * pressing one and then the other, which also works with a keyboard or on a touch screen. Each line has a button that
 * removes it.
 */
export function RouteDrawing(props: Props) {
  const { topics, destinations, onEvent, onTopic, onRemove, onRemoveTopic } = props;
  const [chosen, setChosen] = useState('');
  // A ref, because the dragged item must be known before the next render.
  const dragged = useRef('');
  const lines = linesOf(props);
  const { frame, drawn } = useDrawn(lines);
  const connect = (from: string, to: string) => {
    const [topicId, destinationId] = [to.slice('topic:'.length), to.slice('destination:'.length)];
    if (isToTopic(from, to)) onEvent(from.slice('event:'.length) as EventType, topicId);
    else if (isToDestination(from, to)) onTopic(from.slice('topic:'.length), destinationId);
    else return false;
    setChosen('');
    return true;
  };
  const choose = (id: string) => {
    if (!connect(chosen, id)) setChosen(chosen === id || id.startsWith('destination:') ? '' : id);
  };
  const drag: Drag = {
    start(id) {
      dragged.current = id;
      setChosen(id);
    },
    end() {
      dragged.current = '';
      setChosen('');
    },
    mayDrop: (id) => isToTopic(dragged.current, id) || isToDestination(dragged.current, id),
    drop: (id) => void connect(dragged.current, id),
  };
  const nodeOf = (id: string, text: string, more: { isDisabled?: boolean } = {}) => (
    <Node
      key={id}
      id={id}
      text={text}
      isChosen={chosen === id}
      isTarget={isToTopic(chosen, id) || isToDestination(chosen, id)}
      onChoose={() => choose(id)}
      drag={drag}
      {...more}
    />
  );
  return (
    <div class="routes" ref={frame}>
      <svg aria-hidden="true">
        {drawn.map(({ id, x1, y1, x2, y2 }) => (
          <path key={id} d={`M${x1} ${y1} C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`} />
        ))}
      </svg>
      <Column title="Events">{EVENT_TYPES.map((eventType) => nodeOf(`event:${eventType}`, eventType))}</Column>
      <Column title="Topics">
        {topics.length === 0 && <p class="soft">There is none yet.</p>}
        {topics.map(({ id, name }) => (
          <div class="node-row" key={id}>
            {nodeOf(`topic:${id}`, name)}
            {!lines.some(({ from, to }) => [from, to].includes(`topic:${id}`)) && (
              <button
                type="button"
                class="plain"
                aria-label={`Remove the topic ${name}`}
                onClick={() => onRemoveTopic(id)}
              >
                ×
              </button>
            )}
          </div>
        ))}
      </Column>
      <Column title="Destinations">
        {destinations.length === 0 && <p class="soft">There is none yet.</p>}
        {destinations.map(({ id, name }) =>
          nodeOf(`destination:${id}`, name, { isDisabled: !chosen.startsWith('topic:') }),
        )}
      </Column>
      <section class="route-list" aria-label="Routes">
        <h2>Routes</h2>
        {lines.length === 0 && <p class="soft">No event goes anywhere yet.</p>}
        <ul>
          {lines.map(({ kind, id, label }) => (
            <li key={id}>
              {label}{' '}
              <button
                type="button"
                class="plain"
                aria-label={`Remove the route ${label}`}
                onClick={() => onRemove(kind, id)}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Column({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="route-column" aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function isToTopic(from: string, to: string): boolean {
  return from.startsWith('event:') && to.startsWith('topic:');
}

function isToDestination(from: string, to: string): boolean {
  return from.startsWith('topic:') && to.startsWith('destination:');
}

type Drag = { start(id: string): void; end(): void; mayDrop(id: string): boolean; drop(id: string): void };
type NodeProps = {
  id: string;
  text: string;
  isChosen: boolean;
  isDisabled?: boolean;
  /** The selected or dragged item can be dropped here. */
  isTarget: boolean;
  onChoose(): void;
  drag: Drag;
};

function Node({ id, text, isChosen, isDisabled = false, isTarget, onChoose, drag }: NodeProps) {
  return (
    <button
      type="button"
      class={isTarget ? 'node target' : 'node'}
      data-node={id}
      aria-pressed={isChosen}
      disabled={isDisabled}
      onClick={onChoose}
      draggable={!id.startsWith('destination:')}
      onDragStart={(event) => {
        // Firefox does not start a drag without data.
        event.dataTransfer?.setData('text/plain', text);
        drag.start(id);
      }}
      onDragEnd={drag.end}
      onDragOver={(event) => drag.mayDrop(id) && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        drag.drop(id);
      }}
    >
      <Breakable text={text} />
    </button>
  );
}

function linesOf({ topics, toTopics, toDestinations, destinations }: Props): Line[] {
  const topicName = (topicId: string) => topics.find(({ id }) => id === topicId)?.name ?? topicId;
  const destinationName = (destinationId: string) =>
    destinations.find(({ id }) => id === destinationId)?.name ?? destinationId;
  return [
    ...toTopics.map(({ id, eventType, topicId }): Line => {
      const label = `${eventType} → ${topicName(topicId)}`;
      return { kind: 'event', id, from: `event:${eventType}`, to: `topic:${topicId}`, label };
    }),
    ...toDestinations.map(({ id, topicId, destinationId }): Line => {
      const label = `${topicName(topicId)} → ${destinationName(destinationId)}`;
      return { kind: 'topic', id, from: `topic:${topicId}`, to: `destination:${destinationId}`, label };
    }),
  ];
}

/** The ends of the lines: from the right edge of one button to the left edge of another, measured after each change. */
function useDrawn(lines: readonly Line[]) {
  const frame = useRef<HTMLDivElement>(null);
  const [drawn, setDrawn] = useState<Drawn[]>([]);
  const key = JSON.stringify(lines);
  useLayoutEffect(() => {
    const measure = () => {
      const around = frame.current?.getBoundingClientRect();
      if (!around) return;
      const boxOf = (id: string) =>
        [...(frame.current?.querySelectorAll<HTMLElement>('[data-node]') ?? [])]
          .find((one) => one.dataset['node'] === id)
          ?.getBoundingClientRect();
      setDrawn(
        lines.flatMap((line) => {
          const [from, to] = [boxOf(line.from), boxOf(line.to)];
          if (!from || !to) return [];
          const [y1, y2] = [from.top + from.height / 2 - around.top, to.top + to.height / 2 - around.top];
          return [{ ...line, x1: from.right - around.left, y1, x2: to.left - around.left, y2 }];
        }),
      );
    };
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [key]);
  return { frame, drawn };
}
