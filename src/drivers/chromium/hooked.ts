import type { HookChain } from '../../hooks/index.ts';
import { ArgiopeError } from '../../model/index.ts';
import type { DocumentAnswer } from './traffic.ts';

/** Shows the answer to a document's request to the hooks: why it is not to be taken, `null` where it is. */
export async function refusedByHook(answer: DocumentAnswer, hooks: HookChain): Promise<Error | null> {
  if (!hooks.has('response')) return null;
  const { url, status, headers } = answer;
  const absent = async (): Promise<never> => {
    throw new Error(
      'the body of an answer is at hand with --engine http only; the moment "page" has the document',
    );
  };
  const view = { url, status, headers, kind: 'document', engine: 'browser' } as const;
  try {
    const verdict = await hooks.response({ ...view, body: absent, text: absent });
    if (verdict.kind === 'take') return null;
    return new ArgiopeError('SERVER_ERROR', `a hook wants ${url} again: ${verdict.reason}`, { url });
  } catch (error) {
    return error as Error;
  }
}
