// A bare HTTP server that gives back what it is given: the floor under the daemon's answers.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => response.end(Buffer.concat(chunks)));
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
