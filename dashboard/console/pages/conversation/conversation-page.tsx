/** Conversation: the thread of one session, the person's other sessions at its left, and their record at its right. */
import type { TeamList } from '../../../../src/client/client.ts';
import './conversation.css';
import './turns.css';
import './facts.css';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { get } from '../../api.ts';
import { useMe } from '../../me.ts';
import type { PageProps } from '../../page-props.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { hasEnded } from '../../parts/has-ended.ts';
import { Icon } from '../../parts/icon.tsx';
import { useScreen } from '../../parts/use-screen.ts';
import { usePatient } from '../../person.ts';
import { go, to } from '../../router.ts';
import { useLoaded } from '../../use-loaded.ts';
import { SidePanel } from '../record/side-panel.tsx';
import { Composer } from './composer.tsx';
import { NEW_CONVERSATION, SessionList } from './session-list.tsx';
import { useSessions } from './sessions.ts';
import { Start } from './start.tsx';
import { ThreadView } from './thread-view.tsx';
import type { Turn } from './turn.ts';
import { useComposer } from './use-composer.ts';
import { usePlaceOfPatient } from './use-place-of-patient.ts';
import { useThread } from './use-thread.ts';

const WITH_SESSIONS = '(min-width: 1060px)';
const WITH_RECORD = '(min-width: 1320px)';

export function ConversationPage({ params, query }: PageProps) {
  const me = useMe();
  const patient = usePatient();
  const { session } = params;
  const [version, setVersion] = useState(0);
  const [team, setTeam] = useState('health');
  const [isListOpen, setListOpen] = useState(false);
  const hasListBeside = useScreen(WITH_SESSIONS);
  const hasRecordBeside = useScreen(WITH_RECORD) && patient !== '' && me.may('record:read');
  const sessions = useSessions(patient);
  const changed = () => setVersion((count) => count + 1);
  const thread = useThread(session, () => {
    changed();
    sessions.refresh();
  });
  const state = thread.get();
  const teams = useLoaded('teams', (signal) => get<TeamList>('/v1/teams', { signal }));
  const last = state.turns.at(-1);
  usePlaceOfPatient(session, last?.patient_id, patient, query.has('new'));

  const answering = last?.team ?? team;
  const isAboutPatient = teams.data?.teams.find(({ name }) => name === answering)?.subject !== null;
  const address = isAboutPatient
    ? { team: answering, patient_id: patient }
    : { team: answering, user_id: me.user_id ?? patient };
  const composer = useComposer(thread, session, address, () => {
    if (session === undefined) go(to('sessions', thread.session));
    sessions.refresh();
  });
  const actions = useMemo(
    () => ({
      onAgain: (turn: Turn) => composer.send(turn.text),
      onCancel: (turn: Turn) => composer.stop(turn),
      onRecordChanged: changed,
    }),
    [thread, patient, answering],
  );
  const running = state.turns.find((turn) => turn.turn_id !== '' && !hasEnded(turn));
  useEffect(() => setListOpen(false), [session]);

  const list = (
    <SessionList
      items={sessions.items}
      problem={sessions.problem}
      current={session ?? (state.turns.length > 0 ? thread.session : undefined)}
      onMore={sessions.more}
      onRetry={sessions.refresh}
    />
  );
  return (
    <main id="main" class="conversation">
      <h1 class="visually-hidden">Conversation</h1>
      {hasListBeside ? (
        <nav class="sessions-column" aria-label="Conversations">
          {list}
        </nav>
      ) : (
        <div class="conversation-bar">
          <button type="button" data-testid="open-sessions" onClick={() => setListOpen(true)}>
            <Icon name="list" size={18} /> Conversations
          </button>
          <a class="new-session" href={NEW_CONVERSATION}>
            <Icon name="plus" size={18} /> New
          </a>
        </div>
      )}
      <div class="talk">
        {state.turns.length > 0 || state.problem || !state.isLoaded ? (
          <ThreadView
            key={thread.session}
            state={state}
            actions={actions}
            onOlder={thread.older}
            onReload={thread.load}
          />
        ) : (
          <div class="thread">
            {session === undefined ? (
              <Start
                isFirst={sessions.items?.length === 0}
                teams={teams.data?.teams ?? []}
                team={team}
                onTeam={setTeam}
                onExample={composer.write}
              />
            ) : (
              <p class="quiet gone">
                There are no messages here. They were removed, or have been kept for as long as this server keeps them.
              </p>
            )}
          </div>
        )}
        <Composer
          text={composer.text}
          onInput={composer.write}
          onSend={() => composer.send()}
          onStop={running ? () => composer.stop(running) : null}
          problem={composer.problem}
          isConnected={state.isConnected}
          refusal={refusalOf(patient, me.may('turns:write'))}
          place={thread.session}
        />
      </div>
      {hasRecordBeside && (
        <div class="record-column" data-testid="record">
          <SidePanel patient={patient} version={`${version}`} />
        </div>
      )}
      {isListOpen && !hasListBeside && (
        <Dialog kind="drawer" title="Conversations" onClose={() => setListOpen(false)} testId="sessions-drawer">
          {list}
        </Dialog>
      )}
    </main>
  );
}

function refusalOf(patient: string, mayWrite: boolean): string | null {
  if (!mayWrite) return 'Your key may read conversations, and not write in them.';
  return patient === '' ? 'Choose a patient at the top of the page; then you can write.' : null;
}
