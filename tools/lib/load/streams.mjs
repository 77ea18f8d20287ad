import http from 'node:http';

const retryMs = 1_000;
const agent = new http.Agent({ keepAlive: false });

/**
 * Keeps the person's event stream open, as a browser does, until the returned function is called. Counts in `streams`:
 * `opened`, `events`, and `failures`, which are answers other than 200 and streams that break off.
 */
export function keepStream({ baseUrl }, { token }, streams) {
  let isOver = false;
  let request;
  let timer;
  const again = (failure) => {
    if (isOver) return;
    if (failure) streams.failures.push(failure);
    timer = setTimeout(open, retryMs);
  };
  const open = () => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream' };
    request = http.get(`${baseUrl}/api/events`, { headers, agent }, (response) => {
      if (response.statusCode !== 200) {
        response.resume();
        return again(`${response.statusCode} for a stream`);
      }
      streams.opened += 1;
      response.on('data', (chunk) => {
        if (chunk.includes('event:')) streams.events += 1;
      });
      response.on('error', (error) => again(`a stream broke off: ${error.message}`));
      response.on('end', () => again());
    });
    request.on('error', (error) => again(`a stream was not opened: ${error.message}`));
  };
  open();
  return () => {
    isOver = true;
    clearTimeout(timer);
    request.destroy();
  };
}
