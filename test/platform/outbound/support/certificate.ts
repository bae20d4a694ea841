import { generateKeyPairSync, sign } from 'node:crypto';
import { isIPv4 } from 'node:net';

/** A self-signed certificate for one host name or IPv4 address, made on the spot so that no private key lies in the repository. */
export function selfSigned(hostname: string, untilMs = Date.now() + 86_400_000): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = der(0x30, der(0x31, der(0x30, OID_COMMON_NAME, der(0x0c, Buffer.from(hostname)))));
  const validity = der(0x30, utcTime(untilMs - 2 * 86_400_000), utcTime(untilMs));
  const alternativeName = der(
    0x30,
    isIPv4(hostname) ? der(0x87, Buffer.from(hostname.split('.').map(Number))) : der(0x82, Buffer.from(hostname)),
  );
  const extensions = der(0xa3, der(0x30, der(0x30, OID_ALTERNATIVE_NAME, der(0x04, alternativeName))));
  const body = der(
    0x30,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey));
  const lines =
    der(0x30, body, ECDSA_WITH_SHA256, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const value = Buffer.concat(parts);
  const { length } = value;
  const head = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...head]), value]);
}

function utcTime(at: number): Buffer {
  return der(0x17, Buffer.from(`${new Date(at).toISOString().replace(/[-T:]/g, '').slice(2, 14)}Z`));
}

const OID_COMMON_NAME = Buffer.from('0603550403', 'hex');
const OID_ALTERNATIVE_NAME = Buffer.from('0603551d11', 'hex');
const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex');
