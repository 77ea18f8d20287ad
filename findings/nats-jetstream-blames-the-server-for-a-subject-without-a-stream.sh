#!/usr/bin/env bash
# @nats-io/jetstream 3.4.0, @nats-io/transport-node 3.4.0, nats-server 2.9 to 2.12 with JetStream.
# Guess: a publication on a subject that no stream stores fails with an error that says so, such as NoResponders or "no stream matches".
# Behaviour: it fails with JetStreamNotEnabled, "jetstream is not enabled", although JetStream is enabled and publications on stored
# subjects succeed. Only the error's cause names the subject. A search for the fault begins in the server's configuration, in vain.
# Seen:
#   stored: sequence 1
#   not stored: JetStreamNotEnabled: jetstream is not enabled; its cause: RequestError: no responders: 'notes.other'
set -euo pipefail
folder=$(mktemp -d)
trap 'kill "${server:-}" 2>/dev/null || true; rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --silent --no-audit --no-fund @nats-io/jetstream@3.4.0 @nats-io/transport-node@3.4.0
if ! nats=$(command -v nats-server); then
  apt-get download -q nats-server >/dev/null
  dpkg -x nats-server_*.deb .
  nats=$folder/usr/sbin/nats-server
  [ -x "$nats" ] || nats=$folder/usr/bin/nats-server
fi
"$nats" --jetstream --store_dir "$folder/store" --addr 127.0.0.1 --port -1 --ports_file_dir "$folder" 2>/dev/null &
server=$!
for _ in $(seq 100); do ls nats-server_*.ports >/dev/null 2>&1 && break || sleep 0.1; done
cat > publish.mjs <<'JS'
import { readFileSync } from 'node:fs';
import { jetstream } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';

const nats = await connect({ servers: JSON.parse(readFileSync(process.argv[2], 'utf8')).nats[0] });
const client = jetstream(nats);
const manager = await client.jetstreamManager();
await manager.streams.add({ name: 'NOTES', subjects: ['notes.kept'], storage: 'memory' });
console.log(`stored: sequence ${(await client.publish('notes.kept', '')).seq}`);
const failure = await client.publish('notes.other', '').catch((error) => error);
const said = ({ name, message }) => `${name}: ${message}`;
console.log(`not stored: ${said(failure)}; its cause: ${said(failure.cause)}`);
await nats.close();
JS
node publish.mjs nats-server_*.ports > seen
cat seen
diff seen - <<'SEEN'
stored: sequence 1
not stored: JetStreamNotEnabled: jetstream is not enabled; its cause: RequestError: no responders: 'notes.other'
SEEN
