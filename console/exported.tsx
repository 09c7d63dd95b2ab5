import { useState } from 'preact/hooks';
import type { SessionPage } from '../src/core/page/model.ts';
import { Shown } from './session.tsx';

/** A session from a file that was exported: nothing is asked of anybody. */
export function Exported({ data }: { data: SessionPage }) {
  const [tab, setTab] = useState('timeline');
  return (
    <main id="main">
      <p class="crumb soft">Exported by Holdfast</p>
      <Shown data={data} person={false} tab={tab} onTab={setTab} exported />
    </main>
  );
}
