import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('../../deploy/k8s/components/prometheus', import.meta.url));
const HEAD = `# Printed from rules/cascade.rules.yml by \`npm run --silent manifests:rules\`: change that file.
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata:
  name: cascade
spec:
`;

/** The alert rules as the Prometheus operator takes them. promtool and docker-compose.yml take the plain file. */
export async function prometheusRule(): Promise<string> {
  const rules = await readFile(join(FOLDER, 'rules/cascade.rules.yml'), 'utf8');
  const groups = rules.slice(rules.indexOf('groups:')).trimEnd();
  return `${HEAD}${groups.replaceAll(/^(?=.)/gm, '  ')}\n`;
}

if (import.meta.main) process.stdout.write(await prometheusRule());
