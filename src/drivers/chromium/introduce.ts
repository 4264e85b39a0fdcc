import { ArgiopeError } from '../../model/index.ts';
import { ownHost } from '../proxy/visitor.ts';
import type { Connection } from './connection.ts';
import { patience, within } from './patience.ts';
import { slowness } from './processor.ts';

/**
 * Has a browser hear of the credential of its proxy, which it knows from then on for everything that it asks for,
 * workers and sockets included. Command lines are there for everyone on the machine to read, so it is not there.
 */
export async function introduce(connection: Connection, context: string, credential: string): Promise<void> {
  const { root } = connection;
  const { targetId } = await root.send('Target.createTarget', {
    url: 'about:blank',
    browserContextId: context,
  });
  const { sessionId } = await root.send('Target.attachToTarget', { targetId, flatten: true });
  const session = connection.session(sessionId);
  const [username = '', password = ''] = credential.split(':');
  session.on('Fetch.requestPaused', ({ requestId }) => session.tell('Fetch.continueRequest', { requestId }));
  session.on('Fetch.authRequired', ({ requestId }) =>
    session.tell('Fetch.continueWithAuth', {
      requestId,
      authChallengeResponse: { response: 'ProvideCredentials', username, password },
    }),
  );
  await session.send('Fetch.enable', { handleAuthRequests: true });
  // The answer has no content, so there is nothing to load: the browser says that it was broken off.
  const asked = session.send('Page.navigate', { url: `http://${ownHost}/` });
  await within(
    patience.call * slowness(),
    asked,
    () => new ArgiopeError('BROWSER_DEAD', 'the browser does not take its proxy'),
  );
  await root.send('Target.closeTarget', { targetId });
}
