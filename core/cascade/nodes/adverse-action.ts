import { interpolate } from '../../interpolate.ts';
import { isJsonObject, type Json, type JsonObject } from '../../json.ts';
import { isMailAddress } from '../../mail-address.ts';
import { HIDDEN } from '../../masks/index.ts';
import { numberMask } from '../../written-numbers.ts';
import type { NodeSpec, NoticeFlow, VisitContext } from '../contract.ts';
import { NOTICE_PURPOSES, type NoticeFacts, type NoticePurpose } from '../notice-request.ts';
import type { NodeBase } from '../definition.ts';
import { isWordless } from '../../wordless.ts';
import { DURATION_UNITS, durationMs, ONE_YEAR_MS } from '../duration.ts';
import { lookUp, reportBehind } from '../scope.ts';
import { checkReview, REVIEW_SCHEMA } from '../review.ts';
import { filledValue, interpolateTexts, ON_UNRESOLVED_SCHEMA, type WithTexts } from '../texts.ts';

const ACTIONS_TAKEN = ['denied', 'revoked', 'adverse_employment', 'other_action'] as const;
const SEND_STRATEGIES = ['draft_first', 'auto_send'] as const;

/** `applicant` or a path within the payload. Without braces: those are for texts. */
const APPLICANT_PATH = /^[A-Za-z_][\w-]*(?:\.[\w-]+)*$/;

interface Settings {
  readonly recipient?: string;
  readonly applicant?: string;
  readonly action_taken?: (typeof ACTIONS_TAKEN)[number];
  readonly send_strategy?: (typeof SEND_STRATEGIES)[number];
  readonly reason?: string;
  readonly purpose?: NoticePurpose;
  readonly statement?: string;
  readonly jurisdiction?: string;
  readonly waiting_period?: JsonObject;
  readonly [other: string]: Json | undefined;
}

export interface AdverseActionNode extends NodeBase, WithTexts {
  readonly type: 'Action';
  readonly action_type: 'AdverseAction';
  readonly adverse_action?: Settings;
}

/**
 * Issues the notice: prepares it, parks it for a person with `draft_first` (the default), and mails it. The memo holds
 * the progress, the output the notice itself. `adverse_employment` begins with the pre-adverse stage. Source: semantics
 * 10.1, 11.1, 12.5 and 14.6.
 */
export const adverseAction: NodeSpec<AdverseActionNode, 'AdverseAction'> = {
  kind: 'AdverseAction',
  namedBy: 'action_type',
  schema: {
    description: 'Issues an adverse-action notice.',
    properties: {
      adverse_action: {
        type: 'object',
        description: 'The notice. Without it the step fails.',
        properties: {
          recipient: { type: 'string', description: 'Address of the person; `{{variable}}` is interpolated.' },
          action_taken: {
            type: 'string',
            enum: ACTIONS_TAKEN,
            default: 'denied',
            description:
              'The action that was taken. `adverse_employment` takes two notices, with a waiting period in between.',
          },
          send_strategy: {
            type: 'string',
            enum: SEND_STRATEGIES,
            default: 'draft_first',
            description: '`draft_first` parks the notice for human review before it is sent.',
          },
          reason: {
            type: 'string',
            description: 'One sentence that the notice adds to the reasons; `{{variable}}` is interpolated.',
          },
          purpose: {
            type: 'string',
            enum: NOTICE_PURPOSES,
            description: 'Purpose of the reports; decides which legal texts the notice carries.',
          },
          statement: {
            type: 'string',
            description:
              'What was done, or the terms that are offered; `{{variable}}` is interpolated. Required if the purpose is ' +
              '`credit` and the action `revoked` or `other_action`.',
          },
          jurisdiction: {
            type: 'string',
            description: 'ISO 3166-2 code, such as `US-CA`, of a county with its FIPS code, such as `US-MD-033`.',
          },
          applicant: {
            type: 'string',
            default: 'applicant',
            description:
              'Path of the person in the payload about whom the notice is, such as `applicant.co_applicant`: name, ' +
              "address, consent and reports are that person's.",
          },
          waiting_period: {
            type: 'object',
            description:
              'Between the two notices of `adverse_employment`; by default, and at the least, as the jurisdiction has it.',
            required: ['duration', 'unit'],
            properties: {
              duration: { type: 'number', minimum: 0, description: 'In the unit; at most one year.' },
              unit: {
                type: 'string',
                enum: ['business_days', ...DURATION_UNITS],
                description: 'Weekends and federal holidays are not business days.',
              },
            },
          },
        },
      },
      on_unresolved: ON_UNRESOLVED_SCHEMA,
      review: REVIEW_SCHEMA,
    },
  },
  edges: ['next_step'],
  needs: () => ['recipient'],
  keptOutput: [
    'action_taken',
    'purpose',
    'waiting_ends_at',
    ...['artifact_id', 'stage', 'status', 'message_id', 'sent_at', 'mail_artifact_id'].map(
      (member) => `notices.${member}`,
    ),
  ],

  validate(node, at, scope, report) {
    checkReview(node, at, report);
    const settings = node.adverse_action;
    if (!isJsonObject(settings)) return;
    const { action_taken: action = 'denied', applicant, purpose, jurisdiction, waiting_period: period } = settings;
    if (action === 'adverse_employment' && purpose !== undefined && purpose !== 'employment') {
      report(
        `${at}.adverse_action.purpose`,
        'must be `employment`, or left out, if the action is `adverse_employment`',
      );
    }
    const readsReports = [...scope.ids].some((id) => scope.sourceOf(id)?.kind === 'report');
    if (purpose === 'employment' && action !== 'adverse_employment' && readsReports) {
      report(
        `${at}.adverse_action.action_taken`,
        'must be `adverse_employment` for employment if the cascade pulls reports: the law asks for two notices ' +
          '(15 USC 1681b(b)(3))',
      );
    }
    if (typeof jurisdiction === 'string' && !/^[A-Z]{2}-[A-Z0-9]{1,3}(-[0-9]{3})?$/.test(jurisdiction)) {
      report(`${at}.adverse_action.jurisdiction`, 'must be an ISO 3166-2 code such as `US-CA`');
    }
    if (typeof applicant === 'string' && !APPLICANT_PATH.test(applicant)) {
      report(`${at}.adverse_action.applicant`, 'must be a path in the payload, such as `applicant.co_applicant`');
    }
    if (action === 'adverse_employment' && isJsonObject(period) && period.duration === 0) {
      report(
        `${at}.adverse_action.waiting_period.duration`,
        'must be more than zero: the person must be able to answer before the decision (15 USC 1681b(b)(3))',
      );
    }
    if (isJsonObject(period) && typeof period.duration === 'number') {
      const isDays = period.unit === 'business_days';
      const ms = isDays ? durationMs({ duration: period.duration, unit: 'days' }) : durationMs(period);
      if (ms !== undefined && ms > ONE_YEAR_MS) {
        report(`${at}.adverse_action.waiting_period.duration`, 'must be at most one year');
      }
    }
  },

  start(node, visit) {
    const actionTaken = node.adverse_action?.action_taken ?? 'denied';
    const outcome = actionTaken === 'other_action' ? 'conditional' : 'denied';
    if (node.adverse_action === undefined) {
      const message = 'The node has no `adverse_action` settings.';
      return { do: 'fail', code: 'adverse_action_not_configured', message, aside: { outcome } };
    }
    const { recipient: template = '', statement = '' } = node.adverse_action;
    const filled = interpolateTexts(node, visit, {
      recipient: { template, takes: 'address' },
      statement: { template: statement },
    });
    if (filled.failure !== undefined) return { ...filled.failure, aside: { outcome } };
    const recipient = filled.texts.recipient.trim();
    return visit.notices.start(flowOf(node, visit), isMailAddress(recipient) ? recipient : '', outcome);
  },

  resume(node, visit, memo, happened) {
    return visit.notices.resume(flowOf(node, visit), memo, happened);
  },
};

function flowOf(node: AdverseActionNode, visit: VisitContext): NoticeFlow {
  return {
    visit,
    nodeId: node.id,
    actionTaken: actionTakenOf(node),
    isAutomatic: node.adverse_action?.send_strategy === 'auto_send',
    next: node.next_step ?? [],
    facts: factsOf(node, visit),
    factsWith: (variables) => factsOf(node, visit, variables),
  };
}

function actionTakenOf(node: AdverseActionNode): string {
  return node.adverse_action?.action_taken ?? 'denied';
}

function factsOf(
  node: AdverseActionNode,
  visit: VisitContext,
  given: Readonly<Record<string, string>> = {},
): Omit<NoticeFacts, 'stage' | 'recipient'> {
  const settings = node.adverse_action ?? {};
  const { applicant = 'applicant', purpose, jurisdiction, waiting_period: waitingPeriod } = settings;
  const actionTaken = actionTakenOf(node);
  const saidOfReports: NoticeFacts['saidOfReports'][number][] = [];
  const isOfRun = applicant.replace(/^context\./, '') === 'applicant';
  const valueOf = (path: string): Json | undefined => {
    const behind = reportBehind(visit, path);
    // Reports are about the run's applicant, so a letter to another person reads nothing from them.
    const own = behind !== undefined && !isOfRun ? undefined : sayable(visit, path);
    if (own === undefined || isWordless(own)) {
      const said = Object.hasOwn(given, path) ? unlessBraces(given[path]) : undefined;
      return isWordless(said) ? undefined : said;
    }
    if (behind?.read != null) saidOfReports.push({ ...behind.read, field: behind.stands?.field ?? '' });
    return own;
  };
  const said = (text = '') => interpolate(text, valueOf, visit.work);
  const [statement, reason] = [said(settings.statement), said(settings.reason)];
  return {
    actionTaken,
    applicant,
    purpose: purpose ?? (actionTaken === 'adverse_employment' ? 'employment' : null),
    jurisdiction: jurisdiction ?? null,
    statement: statement.text.trim() || null,
    waitingPeriod: waitingPeriod ?? null,
    extraReason: reason.text.trim() || null,
    unresolved: [...new Set([...statement.unresolved, ...reason.unresolved])],
    saidOfReports,
  };
}

/**
 * A value that a letter may print in its own sentences; undefined for an object. Declared identifiers are reduced to
 * their last characters. Nine-digit numbers, dates of birth and ages are never printed.
 */
function sayable(visit: VisitContext, path: string): Json | undefined {
  const found = lookUp(visit, path);
  const value = Array.isArray(found) ? found.filter((item) => !isWordless(item)) : found;
  if (isJsonObject(value) || isWordless(value)) return undefined;
  if (Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null)) return undefined;
  const shown = filledValue(visit, path, value);
  const isHidden = shown === HIDDEN || (visit.masks.names(path) && !isEndOfNumber(shown));
  return isHidden ? undefined : unlessBraces(shown);
}

function isEndOfNumber(shown: Json | undefined): boolean {
  return typeof shown === 'string' && shown.startsWith(numberMask(''));
}

/** Undefined if the value has braces, which would look like a forgotten variable. */
function unlessBraces(value: Json | undefined): Json | undefined {
  return /\{\{|\}\}/.test(typeof value === 'string' ? value : JSON.stringify(value ?? null)) ? undefined : value;
}
