import type { ComponentChildren, TargetedEvent, TargetedKeyboardEvent } from 'preact';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { userTime } from '../src/core/time-text.ts';
import { ApiError } from './api.ts';
import { paced, type Rest, usualRest } from './live.ts';

/** Data that is read, why it could not be, and a way to read it again. */
export interface Loaded<T> {
  data: T | undefined;
  error: ApiError | undefined;
  busy: boolean;
  again(): void;
}

/**
 * Reads data when the view is shown or `of` changes. What was read before stays until the new comes. `again` reads it at once,
 * but for the rest after an earlier reading.
 */
export function useData<T>(
  load: (signal: AbortSignal) => Promise<T>,
  of: string,
  rest: Rest = usualRest,
): Loaded<T> {
  const [state, setState] = useState<{ of: string; data?: T; error?: ApiError; busy: boolean }>({
    of,
    busy: true,
  });
  const again = useRef(() => {});
  const last = useRef(load);
  last.current = load;
  useEffect(() => {
    const control = new AbortController();
    const run = async (): Promise<void> => {
      if (control.signal.aborted) return;
      setState((before) => ({ ...(before.of === of ? before : { of }), of, busy: true }));
      try {
        const data = await last.current(control.signal);
        if (!control.signal.aborted) setState({ of, data, busy: false });
      } catch (error) {
        if (control.signal.aborted) return;
        setState((before) => ({ ...before, error: asError(error), busy: false }));
      }
    };
    again.current = paced(run, rest);
    again.current();
    return () => control.abort();
  }, [of]);
  const isOf = state.of === of;
  return {
    data: isOf ? state.data : undefined,
    error: isOf ? state.error : undefined,
    busy: state.busy,
    again: useCallback(() => again.current(), []),
  };
}

export function asError(error: unknown): ApiError {
  if (error instanceof ApiError) return error;
  return new ApiError('fault', error instanceof Error ? error.message : String(error));
}

/** What went wrong, and the next step. */
export function Problem({ error }: { error: ApiError | undefined }) {
  if (error === undefined) return null;
  return (
    <div class="problem" role="alert">
      <strong>{error.message}</strong>
      {error.hint && <p>{error.hint}</p>}
    </div>
  );
}

/** What is shown while nothing is there yet. */
export function Waiting({ what }: { what: string }) {
  return (
    <p class="soft" role="status">
      Reading {what}…
    </p>
  );
}

export function Empty({ children }: { children: ComponentChildren }) {
  return <p class="empty">{children}</p>;
}

/** A state as a word with a sign, so that it is not told by colour alone. */
export function State({ state }: { state: string }) {
  return (
    <span class={`state ${hues[state] ?? ''}`}>
      <span aria-hidden="true">{signs[state] ?? '•'}</span> {state}
    </span>
  );
}

const signs: Record<string, string> = {
  working: '▶',
  running: '▶',
  asking: '?',
  'in recovery': '↻',
  restarting: '↻',
  ended: '■',
  idle: '○',
  ok: '✓',
  completed: '✓',
  done: '✓',
  met: '✓',
  holds: '✓',
  works: '✓',
  failed: '✗',
  lost: '✗',
  problem: '✗',
  denied: '✗',
  interrupted: '‖',
  stopping: '‖',
  note: '!',
  blocked: '!',
  pending: '▶',
  now: '▶',
  later: '○',
  lifted: '–',
  dropped: '–',
};

const hues: Record<string, string> = {
  working: 'good',
  running: 'good',
  ok: 'good',
  completed: 'good',
  done: 'good',
  met: 'good',
  holds: 'good',
  works: 'good',
  pending: 'good',
  now: 'good',
  failed: 'bad',
  lost: 'bad',
  problem: 'bad',
  denied: 'bad',
  asking: 'warn',
  'in recovery': 'warn',
  blocked: 'warn',
  interrupted: 'warn',
  note: 'warn',
};

/** How long ago, in two or three characters, with the time itself for who asks. */
export function Age({ ms }: { ms: number | undefined }) {
  if (ms === undefined || Number.isNaN(ms)) return <span>–</span>;
  return (
    <time dateTime={new Date(ms).toISOString()} title={userTime(new Date(ms).toISOString())}>
      {ago(Date.now() - ms)}
    </time>
  );
}

/** How long ago, as the end of a sentence: `3 h ago`, `just now`. */
export function Since({ ms }: { ms: number }) {
  const isNow = Date.now() - ms < 60_000;
  return isNow ? (
    <>just now</>
  ) : (
    <>
      <Age ms={ms} /> ago
    </>
  );
}

export function ago(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h`;
  return `${Math.floor(minutes / 1440)} days`;
}

export function thousands(count: number | undefined): string {
  if (count === undefined) return '–';
  return count < 1000 ? String(count) : `${Math.round(count / 1000)}k`;
}

/** So many of something, in words. */
export function counted(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

export interface Choice {
  value: string;
  title: string;
}

export function Select(props: {
  label: string;
  value: string;
  choices: readonly Choice[];
  onChange(value: string): void;
}) {
  const { label, value, choices, onChange } = props;
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.title}
          </option>
        ))}
      </select>
    </div>
  );
}

export function TextField(props: {
  label: string;
  value: string;
  onInput(value: string): void;
  type?: 'text' | 'search';
  rows?: number;
  required?: boolean;
  placeholder?: string;
}) {
  const { label, value, onInput, type = 'text', rows, required, placeholder } = props;
  const id = useId();
  const shared = { id, value, required, placeholder };
  return (
    <div class={rows === undefined ? 'field' : 'field long'}>
      <label for={id}>{label}</label>
      {rows === undefined ? (
        <Input {...shared} type={type} onInput={onInput} />
      ) : (
        <textarea {...shared} rows={rows} onInput={(event) => onInput(event.currentTarget.value)} />
      )}
    </div>
  );
}

function Input(props: {
  id: string;
  value: string;
  required: boolean | undefined;
  placeholder: string | undefined;
  type: 'text' | 'search';
  onInput(value: string): void;
}) {
  const { type, onInput, ...shared } = props;
  const given = {
    ...shared,
    onInput: (event: TargetedEvent<HTMLInputElement>) => onInput(event.currentTarget.value),
  };
  return type === 'search' ? <input {...given} type="search" /> : <input {...given} type="text" />;
}

/** A button that does something at the daemon, says that it does, and what came of it. */
export function Act(props: {
  children: ComponentChildren;
  run(): Promise<unknown>;
  kind?: string;
  disabled?: boolean;
  label?: string;
}) {
  const { children, run, kind = '', disabled, label } = props;
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError>();
  const act = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      await run();
    } catch (why) {
      setError(asError(why));
    }
    setBusy(false);
  };
  return (
    <>
      <button
        type="button"
        class={kind}
        disabled={disabled || busy}
        aria-label={label}
        onClick={act}
      >
        {busy ? 'Working…' : children}
      </button>
      <Problem error={error} />
    </>
  );
}

/** Tabs that arrow keys move through. */
export function Tabs(props: {
  label: string;
  tabs: readonly Choice[];
  chosen: string;
  onChoose(value: string): void;
  children: ComponentChildren;
}) {
  const { label, tabs, chosen, onChoose, children } = props;
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const onKey = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(({ value }) => value === chosen);
    const next = (at + step + tabs.length) % tabs.length;
    onChoose(tabs[next]!.value);
    list.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')[next]?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={onKey}>
        {tabs.map(({ value, title }) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`${id}-${value}`}
            aria-selected={value === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={value === chosen ? 0 : -1}
            onClick={() => onChoose(value)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`}>
        {children}
      </div>
    </>
  );
}

/** A small curve of how full the context was; compactions are lines with a mark at the top. */
export function Curve(props: {
  sizes: readonly { at: number; tokens: number }[];
  compactions: readonly number[];
  reports: number;
}) {
  const { sizes, compactions, reports } = props;
  if (sizes.length === 0) return <span class="soft">no sizes told</span>;
  const most = Math.max(...sizes.map(({ tokens }) => tokens), 1);
  const width = 120;
  const height = 28;
  const x = (at: number): number =>
    reports <= 1 ? width : (at / Math.max(1, reports - 1)) * width;
  const y = (tokens: number): number => height - 2 - (tokens / most) * (height - 6);
  const points = sizes.map(({ at, tokens }) => `${x(at).toFixed(1)},${y(tokens).toFixed(1)}`);
  const told = `at most ${thousands(most)} tokens, ${counted(compactions.length, 'compaction')}`;
  return (
    <svg class="curve" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={told}>
      <title>{told}</title>
      <polygon class="area" points={`0,${height} ${points.join(' ')} ${width},${height}`} />
      <polyline class="line" points={points.join(' ')} />
      {compactions.map((at) => (
        <g key={at} class="mark">
          <path d={`M${x(Math.min(at, reports - 1)).toFixed(1)} 0V${height}`} />
          <path d={`M${(x(Math.min(at, reports - 1)) - 2.5).toFixed(1)} 0h5l-2.5 4z`} />
        </g>
      ))}
    </svg>
  );
}

/**
 * A list of any length of which only what is seen is in the document. Each row is as high as `height`. The first element of a row
 * that takes the focus is moved through by the arrow keys.
 */
export function LongList<T>(props: {
  label: string;
  items: readonly T[];
  height: number;
  keyOf(item: T): string;
  row(item: T): ComponentChildren;
  onShown?(items: readonly T[]): void;
  /** True: who looks at the end sees what is added there. */
  follows?: boolean;
}) {
  const { label, items, height, keyOf, row, onShown, follows = false } = props;
  const box = useRef<HTMLDivElement>(null);
  const [range, setRange] = useState({ top: 0, room: 800 });
  const [wanted, setWanted] = useState<number>();
  useEffect(() => {
    const element = box.current!;
    const look = (): void =>
      setRange({ top: element.scrollTop, room: Math.max(200, element.clientHeight) });
    look();
    const watch = new ResizeObserver(look);
    watch.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      watch.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  const over = 4;
  const first = Math.max(0, Math.floor(range.top / height) - over);
  const last = Math.min(items.length, Math.ceil((range.top + range.room) / height) + over);
  const shown = useMemo(() => items.slice(first, last), [items, first, last]);
  useEffect(() => onShown?.(shown), [shown, onShown]);
  const before = useRef(items.length);
  useEffect(() => {
    const element = box.current!;
    const wasAtEnd =
      element.scrollTop > 0 &&
      element.scrollTop + element.clientHeight >= before.current * height - 2;
    if (follows && items.length > before.current && wasAtEnd)
      element.scrollTop = items.length * height;
    before.current = items.length;
  }, [items, follows, height]);
  useEffect(() => {
    if (wanted === undefined) return;
    const element = box.current?.querySelector<HTMLElement>(`[data-at="${wanted}"] :is(a,button)`);
    if (element === null || element === undefined) return;
    element.focus({ preventScroll: true });
    setWanted(undefined);
  });
  const onKey = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const steps: Record<string, number> = {
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: Math.floor(range.room / height),
      PageUp: -Math.floor(range.room / height),
      Home: -items.length,
      End: items.length,
    };
    const step = steps[event.key];
    const at = (event.target as HTMLElement).closest<HTMLElement>('[data-at]')?.dataset.at;
    if (step === undefined || at === undefined) return;
    event.preventDefault();
    const next = Math.max(0, Math.min(items.length - 1, Number(at) + step));
    const element = box.current!;
    if (next * height < element.scrollTop) element.scrollTop = next * height;
    else if ((next + 1) * height > element.scrollTop + element.clientHeight)
      element.scrollTop = (next + 1) * height - element.clientHeight;
    setRange({ top: element.scrollTop, room: range.room });
    setWanted(next);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move through the links in it.
    <div class="longlist" ref={box} onKeyDown={onKey}>
      <ul aria-label={label} style={{ height: `${items.length * height}px` }}>
        {shown.map((item, index) => (
          <li
            key={keyOf(item)}
            data-at={first + index}
            aria-setsize={items.length}
            aria-posinset={first + index + 1}
            style={{ top: `${(first + index) * height}px`, height: `${height}px` }}
          >
            {row(item)}
          </li>
        ))}
      </ul>
    </div>
  );
}

/** True while the window is at most so wide. */
export function useNarrow(width: number): boolean {
  const query = `(max-width: ${width}px)`;
  const [narrow, setNarrow] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const watch = matchMedia(query);
    const changed = (): void => setNarrow(watch.matches);
    watch.addEventListener('change', changed);
    return () => watch.removeEventListener('change', changed);
  }, [query]);
  return narrow;
}

/** A command to run in a terminal, with a button that copies it. */
export function Copyable({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  return (
    <p class="copyable">
      <code>{text}</code>{' '}
      <button
        type="button"
        class="small"
        onClick={() => void navigator.clipboard?.writeText(text).then(() => setCopied(true))}
      >
        {copied ? 'Copied' : 'Copy'}
      </button>
    </p>
  );
}
