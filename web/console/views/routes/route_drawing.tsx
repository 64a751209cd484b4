import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Schema } from '../../../api/contract.ts';
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
 * Three columns of buttons with lines between them. A button is dragged to where it shall go, or both are pressed, the
 * one after the other, so a keyboard and a finger draw too. Each line has a button that removes it.
 */
export function RouteDrawing(props: Props) {
  const { topics, destinations, onEvent, onTopic, onRemove, onRemoveTopic } = props;
  const [chosen, setChosen] = useState('');
  const lines = linesOf(props);
  const { frame, drawn } = useDrawn(lines);
  const chooseTopic = (topicId: string) => {
    if (chosen.startsWith('event:')) {
      onEvent(chosen.slice('event:'.length) as EventType, topicId);
      setChosen('');
    } else setChosen(chosen === `topic:${topicId}` ? '' : `topic:${topicId}`);
  };
  const chooseDestination = (destinationId: string) => {
    if (!chosen.startsWith('topic:')) return;
    onTopic(chosen.slice('topic:'.length), destinationId);
    setChosen('');
  };
  return (
    <div class="routes" ref={frame}>
      <svg aria-hidden="true">
        {drawn.map(({ id, x1, y1, x2, y2 }) => (
          <path key={id} d={`M${x1} ${y1} C${(x1 + x2) / 2} ${y1} ${(x1 + x2) / 2} ${y2} ${x2} ${y2}`} />
        ))}
      </svg>
      <Column title="Events">
        {EVENT_TYPES.map((eventType) => (
          <Node
            key={eventType}
            id={`event:${eventType}`}
            text={eventType}
            isChosen={chosen === `event:${eventType}`}
            onChoose={() => setChosen(chosen === `event:${eventType}` ? '' : `event:${eventType}`)}
            onDrag={() => setChosen(`event:${eventType}`)}
            onDragEnd={() => setChosen('')}
          />
        ))}
      </Column>
      <Column title="Topics">
        {topics.length === 0 && <p class="soft">There is none yet.</p>}
        {topics.map(({ id, name }) => (
          <div class="node-row" key={id}>
            <Node
              id={`topic:${id}`}
              text={name}
              isChosen={chosen === `topic:${id}`}
              isTarget={chosen.startsWith('event:')}
              onChoose={() => chooseTopic(id)}
              onDrag={() => setChosen(`topic:${id}`)}
              onDragEnd={() => setChosen('')}
            />
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
        {destinations.map(({ id, name }) => (
          <Node
            key={id}
            id={`destination:${id}`}
            text={name}
            isChosen={false}
            isDisabled={!chosen.startsWith('topic:')}
            isTarget={chosen.startsWith('topic:')}
            onChoose={() => chooseDestination(id)}
          />
        ))}
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

type NodeProps = {
  id: string;
  text: string;
  isChosen: boolean;
  isDisabled?: boolean;
  /** What is chosen, or dragged, may go here. */
  isTarget?: boolean;
  onChoose(): void;
  onDrag?(): void;
  onDragEnd?(): void;
};

function Node({ id, text, isChosen, isDisabled = false, isTarget = false, onChoose, onDrag, onDragEnd }: NodeProps) {
  return (
    <button
      type="button"
      class={isTarget ? 'node target' : 'node'}
      data-node={id}
      aria-pressed={isChosen}
      disabled={isDisabled}
      onClick={onChoose}
      draggable={onDrag !== undefined}
      onDragStart={(event) => {
        // Firefox drags nothing without data.
        event.dataTransfer?.setData('text/plain', text);
        onDrag?.();
      }}
      onDragEnd={() => onDragEnd?.()}
      onDragOver={(event) => isTarget && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (isTarget) onChoose();
      }}
    >
      {text}
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

/** Where the lines go: from the right edge of a button to the left edge of another, measured after each change. */
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
