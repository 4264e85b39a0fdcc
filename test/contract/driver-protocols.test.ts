import { bbsDriver } from '../../src/drivers/bbs/driver.ts';
import { ftpDriver } from '../../src/drivers/ftp/index.ts';
import { protocolDriver } from '../../src/drivers/protocols.ts';
import { startBoard } from '../sites/bbs.ts';
import { ftpTree, startFtp } from '../sites/ftp.ts';
import { protocolContract } from './driver-protocols.ts';

protocolContract('FTP', async () => {
  const { url, close } = await startFtp(ftpTree({ '/a.txt': 'a', '/sub/b.txt': 'b' }));
  return { url, close, make: () => ftpDriver({ seeds: [url], auth: null, charset: null }) };
});

protocolContract('BBS', async () => {
  const { url, close } = await startBoard();
  return { url, close, make: () => bbsDriver({ seeds: [url], auth: null, charset: null }) };
});

protocolContract('FTP, of several', async () => {
  const { url, close } = await startFtp(ftpTree({ '/a.txt': 'a', '/sub/b.txt': 'b' }));
  const settings = { seeds: [url], auth: null, charset: null };
  return { url, close, make: () => protocolDriver({ ftp: ftpDriver(settings), bbs: bbsDriver(settings) }) };
});
