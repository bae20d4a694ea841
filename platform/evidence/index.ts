export {
  erasureMessage,
  parseEvidenceKey,
  publishKeys,
  readPublishedKeys,
  signBytes,
  type EvidenceKey,
} from './keys.ts';
export { describeFile, MANIFEST_FILE, SIGNATURE_FILE, type Manifest, type ManifestFile } from './manifest.ts';
export { SealingStream, sealPlaceholder } from './seal.ts';
