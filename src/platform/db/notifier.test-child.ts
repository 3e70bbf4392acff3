// A process that takes part in the election of the notifier, for tests that kill it. Argument: the connection settings as
// JSON. Prints `ready` once it is listening, and receives nothing.
import { createLog } from '../log/log.ts';
import { listen } from './listen.ts';
import { Notifications } from './notifications.ts';

await listen(JSON.parse(process.argv[2]!), new Notifications(), createLog('silent'));
process.stdout.write('ready\n');
