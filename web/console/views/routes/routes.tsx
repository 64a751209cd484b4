import { useState } from 'preact/hooks';
import { ApiProblem } from '../../../api/api_problem.ts';
import { TextField } from '../../../ui/field.tsx';
import { Loading } from '../../../ui/loading.tsx';
import { ProblemBox } from '../../../ui/problem_box.tsx';
import { useProjectCall, useProjectPoll } from '../../place/console_context.ts';
import { Page } from '../../place/page.tsx';
import { RouteDrawing } from './route_drawing.tsx';

/** Topics and routes, drawn: events to the left, topics in the middle, destinations to the right. */
export function Routes() {
  const topics = useProjectPoll('listTopics', { query: { pageSize: 1_000 } });
  const toTopics = useProjectPoll('listEventTopicRoutes', { query: { pageSize: 1_000 } });
  const toDestinations = useProjectPoll('listTopicDestinationRoutes', { query: { pageSize: 1_000 } });
  const destinations = useProjectPoll('listDestinations', { query: { pageSize: 1_000 } });
  const act = useProjectCall();
  const [problem, setProblem] = useState<unknown>(null);
  const [said, setSaid] = useState('');
  const asked = [topics, toTopics, toDestinations, destinations];

  const change = async (work: Promise<unknown>, done: string) => {
    setProblem(null);
    setSaid('');
    await work.then(
      () => setSaid(done),
      (error: unknown) => setProblem(error),
    );
    for (const one of asked) one.refresh();
  };
  return (
    <Page
      title="Topics and routes"
      lead="Drag an event to a topic, or a topic to a destination; or press the one, then the other. Each route can be removed below."
      problem={asked.map((one) => one.problem).find((one) => one instanceof ApiProblem) ?? problem}
      asked={{ id: 'listTopicDestinationRoutes' }}
    >
      <p role="status">{said}</p>
      {topics.data && toTopics.data && toDestinations.data && destinations.data ? (
        <>
          <RouteDrawing
            topics={topics.data}
            toTopics={toTopics.data}
            toDestinations={toDestinations.data}
            destinations={destinations.data}
            onEvent={(eventType, topicId) =>
              change(
                act('createEventTopicRoute', { body: { eventType, topicId } }),
                `${eventType} goes to the topic now.`,
              )
            }
            onTopic={(topicId, destinationId) =>
              change(
                act('createTopicDestinationRoute', { body: { topicId, destinationId } }),
                'The topic goes there now.',
              )
            }
            onRemove={(kind, routeId) =>
              change(
                act(kind === 'event' ? 'deleteEventTopicRoute' : 'deleteTopicDestinationRoute', { path: { routeId } }),
                'The route is removed.',
              )
            }
            onRemoveTopic={(topicId) => change(act('deleteTopic', { path: { topicId } }), 'The topic is removed.')}
          />
          <NewTopic
            onCreate={(name) => change(act('createTopic', { body: { name } }), `The topic ${name} is created.`)}
          />
        </>
      ) : (
        <Loading />
      )}
      <ProblemBox problem={problem} />
    </Page>
  );
}

function NewTopic({ onCreate }: { onCreate(name: string): Promise<void> }) {
  const [name, setName] = useState('');
  const create = async (event: Event) => {
    event.preventDefault();
    await onCreate(name);
    setName('');
  };
  return (
    <form class="card" aria-label="New topic" onSubmit={create}>
      <h2>New topic</h2>
      <TextField label="Name" value={name} onValue={setName} isRequired />
      <button type="submit" class="primary">
        Create
      </button>
    </form>
  );
}
