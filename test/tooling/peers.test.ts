import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { SERVICES } from '../../dev/stack/services.ts';
import { OWN_ADDRESSES, PEERS } from '../../platform/config/peers.ts';
import type { Variable } from '../../platform/config/variable.ts';
import { VARIABLES } from '../../platform/config/variables.ts';
import { expect, test } from '../support/jest.ts';
import { variablesOf } from './variables-of.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../..', path), 'utf8');

test.each(SERVICES)(
  '%s connects to each server whose address it reads, by the table of servers, and to no other',
  (service) => {
    const addresses = [...variablesOf(service)].filter((name) => PEERS.some((peer) => peer.name === name));
    const reached = PEERS.filter(({ from }) => from.some((one) => one === service)).map(({ name }) => name);
    expect(service === 'renderer' ? [] : addresses.filter((name) => !reached.some((one) => one === name))).toEqual([]);
    const known = [...variablesOf(service), 'DNS', 'URLs of callers'];
    expect(reached.filter((name) => !name.startsWith('PRODUCT_') && !known.includes(name))).toEqual([]);
  },
);

test('the table of servers has every variable with an address of one', () => {
  const holdsAddress = ({ example, unset }: Variable<unknown>): boolean =>
    /^[a-z]+:\/\/|^[\w.-]+:\d+$/.test(example ?? (unset.is === 'default' ? unset.text : ''));
  const all = Object.entries<Variable<unknown>>(VARIABLES).filter(([, variable]) => holdsAddress(variable));
  const known = [...PEERS.map(({ name }) => name), ...OWN_ADDRESSES] as readonly string[];
  expect(all.length).toBeGreaterThan(14);
  expect(all.map(([name]) => name).filter((name) => !known.includes(name))).toEqual([]);
});

test('docker-compose.yml gives a way out to those who connect to servers outside, and to nobody else', () => {
  const { services } = parse(read('docker-compose.yml'), { merge: true });
  const wayOut = SERVICES.filter((service) => services[service].networks.includes('egress'));
  const needed = SERVICES.filter((service) =>
    PEERS.some(({ at, from }) => at === 'outside' && from.some((one) => one === service)),
  );
  expect(wayOut.toSorted()).toEqual(needed.toSorted());
});
