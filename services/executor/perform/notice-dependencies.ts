import type { ArtifactStore } from '../../../platform/artifact-store/index.ts';
import type { Bus } from '../../../platform/nats/index.ts';
import type { NoticeData } from '../../../platform/reference-data/index.ts';
import type { LetterDependencies } from './letters.ts';

export interface NoticeDependencies extends LetterDependencies {
  readonly bus: Bus;
  readonly store: ArtifactStore;
  readonly notices: NoticeData;
}
