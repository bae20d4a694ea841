import { expect, test } from '../support/jest.ts';
import { startGateway } from './support.ts';

test('a gateway whose port is taken says so instead of waiting for ever', async () => {
  const running = await startGateway();
  try {
    const { gateway: second } = await running.another();
    await second.close();
    const port = Number(new URL(running.baseUrl).port);
    await expect(second.listen(port, '127.0.0.1')).rejects.toMatchObject({ code: 'EADDRINUSE' });
  } finally {
    await running.stop();
  }
});
