import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { PRODUCTS } from '../../../core/products/index.ts';
import { APPLICANT } from './definitions.ts';
import type { Answer } from './slow-vendor.ts';

const REPORT = PRODUCTS.credit_report.synthetic(APPLICANT.applicant, '2026-03-01');
const report = JSON.stringify(REPORT);
const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`;
const zeros = Buffer.alloc(50_000_000);
const encoded = (encoding: string, body: Buffer): Answer => ({
  status: 200,
  headers: { 'content-encoding': encoding },
  body,
});
const bytes = (body: string): Answer => ({ status: 200, body: Buffer.from(body) });
const orderAt = (location: string): Answer => ({ status: 202, headers: { location } });

/** Vendor answers that are no report of a credit bureau, and the error code with which each fails the step. */
export const HOSTILE_ANSWERS: readonly (readonly [string, Answer, string])[] = [
  ['a bomb of gzip', encoded('gzip', gzipSync(zeros)), 'invalid_report'],
  ['more than is read', { status: 200, body: Buffer.alloc(600_000, 0x20) }, 'invalid_report'],
  ['UTF-16', { status: 200, body: Buffer.from(`\uFEFF${report}`, 'utf16le') }, 'invalid_report'],
  ['Latin 1', { status: 200, body: Buffer.from(report.replace('{', '{"é":1,'), 'latin1') }, 'invalid_report'],
  ['a key twice', { status: 200, body: Buffer.from(report.replace('{', '{"score":1,')) }, 'invalid_report'],
  ['a number beyond 2^53', { status: 200, body: Buffer.from('{"score":9007199254740993}') }, 'invalid_report'],
  ['a number beyond all', { status: 200, body: Buffer.from('{"score":1e999}') }, 'invalid_report'],
  ['depth', { status: 200, body: Buffer.from(deep) }, 'invalid_report'],
  [
    'HTML with 200',
    { status: 200, headers: { 'content-type': 'text/html' }, body: Buffer.from('<html>') },
    'invalid_report',
  ],
  ['nothing', { status: 200, body: Buffer.alloc(0) }, 'invalid_report'],
  ['a list', { status: 200, body: [REPORT] }, 'invalid_report'],
  ['null', { status: 200, body: null }, 'invalid_report'],
  ['a prototype', { status: 200, body: Buffer.from('{"__proto__":{"score":800}}') }, 'invalid_report'],
  ['204', { status: 204, body: Buffer.alloc(0) }, 'invalid_report'],
  ['a redirect to metadata', { status: 302, headers: { location: 'http://169.254.169.254/' } }, 'vendor_rejected'],
  [
    'a redirect that keeps the method',
    { status: 307, headers: { location: 'http://127.0.0.1:1/' } },
    'vendor_rejected',
  ],
  [
    'an order at another origin',
    { status: 202, headers: { location: 'http://169.254.169.254/' } },
    'vendor_forbidden_target',
  ],
  [
    'an order at a relative origin',
    { status: 202, headers: { location: '//evil.example.com/x' } },
    'vendor_forbidden_target',
  ],
  [
    'an order with credentials in its address',
    { status: 202, headers: { location: 'http://a:b@127.0.0.1/' } },
    'vendor_forbidden_target',
  ],

  ['a bomb of brotli', encoded('br', brotliCompressSync(zeros)), 'invalid_report'],
  ['a bomb of deflate', encoded('deflate', deflateSync(zeros)), 'invalid_report'],
  ['gzip in gzip', encoded('gzip, gzip', gzipSync(gzipSync(zeros))), 'invalid_report'],
  ['no number', bytes('{"score":NaN}'), 'invalid_report'],
  ['no end', bytes('{"score":-Infinity}'), 'invalid_report'],
  ['a comment', bytes(report.replace('{', '{/* */')), 'invalid_report'],
  ['a trailing comma', bytes(report.replace(/\}$/, ',}')), 'invalid_report'],
  ['two reports', bytes(report + report), 'invalid_report'],
  ['a report that is cut short', bytes(report.slice(0, -1)), 'invalid_report'],
  ['half a character', bytes('{"score":"\\ud800"}'), 'invalid_report'],
  ['a text', bytes('"no"'), 'invalid_report'],
  ['a number', bytes('7'), 'invalid_report'],
  [
    'XML',
    bytes('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'),
    'invalid_report',
  ],
  ['HTML with 401', { status: 401, body: Buffer.from('<html>') }, 'vendor_rejected'],
  ['a redirect without an address', { status: 301 }, 'vendor_rejected'],
  [
    'a redirect for good that keeps the method',
    { status: 308, headers: { location: 'http://[::1]/' } },
    'vendor_rejected',
  ],
  ['a choice', { status: 300, headers: { location: 'http://169.254.169.254/' } }, 'vendor_rejected'],
  ['a status that nobody knows', { status: 499 }, 'vendor_rejected'],
  ['an order in a script', orderAt('javascript:alert(1)'), 'vendor_forbidden_target'],
  ['an order in a file', orderAt('file:///etc/passwd'), 'vendor_forbidden_target'],
  ['an order behind a backslash', orderAt('/\\evil.example.com/x'), 'vendor_forbidden_target'],
  ['an order at another port', orderAt('http://127.0.0.1:1/x'), 'vendor_forbidden_target'],
];
