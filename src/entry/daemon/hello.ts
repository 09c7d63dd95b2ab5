import { proofOf } from '../../app/daemon/proof.ts';
import { type Hello, protocol } from '../../core/daemon/record.ts';
import { jsonAnswer, type Route, refusal } from './router.ts';

/** Who this is; with `?nonce=` also the proof that it knows the token, so that nobody need tell it to find out. */
export function helloRoute(token: string, self: Pick<Hello, 'version' | 'pid' | 'started'>): Route {
  return {
    method: 'GET',
    path: '/api/v1/hello',
    opens: 'all',
    handle({ query }) {
      const nonce = query.get('nonce');
      if (nonce !== null && !/^[0-9a-f]{16,128}$/.test(nonce)) {
        return refusal(400, 'nonce', 'A nonce is 16 to 128 hexadecimal digits.');
      }
      const { version, pid, started } = self;
      const hello: Hello = { name: 'holdfast', version, protocol, pid, started };
      return jsonAnswer(200, nonce === null ? hello : { ...hello, proof: proofOf(token, nonce) });
    },
  };
}
