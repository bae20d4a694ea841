import { Option } from 'commander';
import { httpUrl, notBlank } from './parse.ts';

/* The options of every command that calls the API (`target.ts`). */

export const BASE_URL = new Option(
  '--base-url <url>',
  'address of the API; by default that of the stack on CASCADE_DATA_DIR',
).argParser(httpUrl);
export const TOKEN_ENV = new Option(
  '--token-env <name>',
  'environment variable that holds the token, in place of that of demo.json',
).argParser(notBlank);
