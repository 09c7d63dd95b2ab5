import type { TargetedKeyboardEvent } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import type { SessionEvent } from '../src/core/page/model.ts';
import { bareTime } from '../src/core/time-text.ts';
import { counted, Empty, LongList, Select, State, useNarrow } from './ui.tsx';

const lanes: { kind: SessionEvent['kind']; title: string }[] = [
  { kind: 'prompt', title: 'Prompts' },
  { kind: 'answer', title: 'Answers' },
  { kind: 'call', title: 'Calls' },
  { kind: 'compaction', title: 'Compactions' },
  { kind: 'brief', title: 'Briefs' },
  { kind: 'denial', title: 'Denials' },
  { kind: 'receipt', title: 'Receipts' },
];

/** What happened, as a strip that is zoomed and as a list of what it shows. */
export function Timeline({
  events,
  leftOut,
}: {
  events: readonly SessionEvent[];
  leftOut: number;
}) {
  const [kind, setKind] = useState('');
  const [window, setWindow] = useState({ from: 0, to: 1 });
  const count = events.length;
  const [first, last] = [Math.floor(window.from * count), Math.ceil(window.to * count)];
  const shown = useMemo(
    () => events.slice(first, last).filter((event) => kind === '' || event.kind === kind),
    [events, first, last, kind],
  );
  if (count === 0) return <Empty>Nothing happened in this session yet.</Empty>;
  const width = window.to - window.from;
  const zoom = (factor: number): void => {
    const next = Math.min(1, Math.max(Math.min(1, 10 / count), width * factor));
    move((window.from + window.to) / 2 - next / 2, next);
  };
  const move = (from: number, wide = width): void => {
    const start = Math.min(1 - wide, Math.max(0, from));
    setWindow({ from: start, to: start + wide });
  };
  const onKey = (event: TargetedKeyboardEvent<HTMLElement>): void => {
    const acts: Record<string, () => void> = {
      '+': () => zoom(0.5),
      '-': () => zoom(2),
      ArrowLeft: () => move(window.from - width / 2),
      ArrowRight: () => move(window.from + width / 2),
    };
    const act = acts[event.key];
    if (act === undefined || event.target instanceof HTMLSelectElement) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys for what its buttons do. */}
      <div class="filters" onKeyDown={onKey}>
        <Select
          label="Show"
          value={kind}
          choices={[
            { value: '', title: 'Everything' },
            ...lanes.map((lane) => ({ value: lane.kind, title: lane.title })),
          ]}
          onChange={setKind}
        />
        <fieldset class="acts" aria-label="Zoom of the timeline">
          <button type="button" onClick={() => zoom(0.5)} disabled={count * width <= 10}>
            Zoom in
          </button>
          <button type="button" onClick={() => zoom(2)} disabled={width === 1}>
            Zoom out
          </button>
          <button
            type="button"
            onClick={() => move(window.from - width / 2)}
            disabled={window.from === 0}
          >
            Earlier
          </button>
          <button
            type="button"
            onClick={() => move(window.from + width / 2)}
            disabled={window.to >= 1}
          >
            Later
          </button>
        </fieldset>
      </div>
      <Strip events={events.slice(first, last)} />
      <p class="soft" role="status">
        {counted(shown.length, 'event')}; times are UTC
        {leftOut > 0 ? `; ${leftOut} earlier ones are left out` : ''}
      </p>
      <LongList
        label="Events"
        items={shown}
        height={56}
        follows={window.to >= 1}
        keyOf={(event) => `${event.line ?? event.ms} ${event.kind} ${event.text.slice(0, 40)}`}
        row={(event) => <EventRow event={event} />}
      />
    </>
  );
}

function Strip({ events }: { events: readonly SessionEvent[] }) {
  const used = lanes.filter(({ kind }) => events.some((event) => event.kind === kind));
  const narrow = useNarrow(760);
  const usual = useNarrow(1300);
  const [width, row, left] = [narrow ? 360 : usual ? 800 : 1400, 18, 96];
  const x = (at: number): number =>
    left + ((at + 0.5) / Math.max(1, events.length)) * (width - left - 4);
  const told = used
    .map(({ kind, title }) => `${title}: ${events.filter((one) => one.kind === kind).length}`)
    .join(', ');
  return (
    <svg
      class="strip"
      viewBox={`0 0 ${width} ${Math.max(1, used.length) * row + 4}`}
      role="img"
      aria-label={`Timeline. ${told}`}
    >
      {used.map(({ kind, title }, lane) => (
        <g key={kind}>
          <text x={0} y={lane * row + 14}>
            {title}
          </text>
          <path class="grid" d={`M${left} ${lane * row + 10}H${width}`} />
          <path
            class={`tick ${kind}`}
            d={events
              .map((event, at) =>
                event.kind === kind ? `M${x(at).toFixed(1)} ${lane * row + 4}v12` : '',
              )
              .join('')}
          />
        </g>
      ))}
    </svg>
  );
}

const words: Record<SessionEvent['kind'], string> = {
  prompt: 'user',
  answer: 'agent',
  call: 'call',
  compaction: 'compaction',
  brief: 'brief',
  denial: 'denial',
  receipt: 'receipt',
  other: 'told',
};

function EventRow({ event }: { event: SessionEvent }) {
  const [open, setOpen] = useState(false);
  const { kind, ms, text, outcome } = event;
  return (
    <div class={`event ${kind}`}>
      <span class="soft when">{ms === undefined ? '' : bareTime(new Date(ms).toISOString())}</span>
      <span class="tag">{words[kind]}</span>
      <button
        type="button"
        class={open ? 'what open' : 'what'}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {text}
      </button>
      {outcome !== undefined && outcome !== 'ok' && <State state={outcome} />}
    </div>
  );
}
