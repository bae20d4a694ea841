import type { LintRule } from '../../cascade/lint.ts';
import type { Dictionary } from '../../fields/dictionary.ts';
import { STANDARD } from '../../fields/standard.ts';
import { warnOfFailingBestCases } from './best-case.ts';
import { warnOfEmptyLists } from './empty-lists.ts';
import { warnOfLateNotices } from './late-notices.ts';
import { warnOfLocalRules } from './local-rules.ts';
import { warnOfMissingNotices } from './missing-notice.ts';
import { warnOfMissingStatements } from './missing-statement.ts';
import { warnOfOwnScores } from './own-scores.ts';
import { warnOfOwnWords } from './own-words.ts';
import { warnOfPlaces } from './places.ts';
import { warnOfProhibitedBases } from './prohibited-bases.ts';
import { warnOfUnknownPurposes } from './purposes.ts';
import { warnOfOtherRecipients } from './recipients.ts';
import { warnOfSeveralNotices } from './several.ts';
import { warnOfShortWaiting } from './short-waiting.ts';
import { warnOfUnconditionalNotices } from './unconditional.ts';

/**
 * The warnings about a saved definition's notices, in addition to the general ones. `dictionary`: the declarations of
 * its payload's fields. Source: semantics 2.9.
 */
export function noticeRules(useCase: string | null, dictionary: Dictionary = STANDARD): readonly LintRule[] {
  return [
    warnOfUnconditionalNotices,
    warnOfMissingStatements(useCase),
    warnOfMissingNotices,
    warnOfFailingBestCases,
    warnOfEmptyLists(dictionary),
    warnOfProhibitedBases(dictionary),
    warnOfOtherRecipients,
    warnOfSeveralNotices,
    warnOfShortWaiting,
    warnOfLateNotices(useCase),
    warnOfOwnWords(useCase, dictionary),
    warnOfOwnScores(useCase, dictionary),
    warnOfLocalRules(dictionary),
    warnOfPlaces,
    warnOfUnknownPurposes(useCase),
  ];
}
