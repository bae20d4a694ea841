import { createRootRoute, createRoute, createRouter, stripSearchParams } from '@tanstack/react-router';
import { CasePage } from './case/case-page.tsx';
import { ALL_BATCHES, ALL_ROWS, batchFilterOf, rowFilterOf } from './batches/filter.ts';
import { ALL_EXECUTIONS, executionFilterOf, idOf } from './executions/filter.ts';
import { EVERYTHING, filterOf } from './inbox/filters.ts';
import { InboxPage } from './inbox/inbox-page.tsx';
import { PageError } from './page-error.tsx';
import { ALL_LETTERS, letterFilterOf } from './letters/filter.ts';
import { overviewSearchOf, USUAL } from './overview/search.ts';
import { newWorkflowSearchOf, simulateSearchOf } from './policy/search.ts';
import { lazyPage } from './lazy-page.ts';
import { Shell } from './shell.tsx';
import { ErrorMessage } from './ui/errors.tsx';
import { Empty } from './ui/parts.tsx';
import { ALL_DELIVERIES, deliveryFilterOf } from './webhooks/filter.ts';
import { ALL_WORKFLOWS, workflowFilterOf } from './workflows/filter.ts';
import { workflowSearchOf } from './workflows/search.ts';

/** The routes of the console, below /console. */
const root = createRootRoute({
  component: Shell,
  errorComponent: ErrorMessage,
  notFoundComponent: () => (
    <Empty title="There is no such page" isPage>
      <p>The address may be misspelt. The menu has all pages.</p>
    </Empty>
  ),
});

const inboxRoute = createRoute({
  getParentRoute: () => root,
  path: '/',
  validateSearch: filterOf,
  // Default values are left out of the address.
  search: { middlewares: [stripSearchParams(EVERYTHING)] },
  component: InboxPage,
});

const overviewRoute = createRoute({
  getParentRoute: () => root,
  path: '/overview',
  validateSearch: overviewSearchOf,
  search: { middlewares: [stripSearchParams(USUAL)] },
  component: lazyPage(() => import('./overview/overview-page.tsx'), 'OverviewPage'),
});

const caseRoute = createRoute({
  getParentRoute: () => root,
  path: '/cases/$id',
  component: function Case() {
    const { id } = caseRoute.useParams();
    // Each case is rendered from scratch, so that nothing of the previous one remains.
    return <CasePage key={id} executionId={Number(id)} />;
  },
});

const executionsRoute = createRoute({
  getParentRoute: () => root,
  path: '/executions',
  validateSearch: executionFilterOf,
  search: { middlewares: [stripSearchParams(ALL_EXECUTIONS)] },
  component: lazyPage(() => import('./executions/executions-page.tsx'), 'ExecutionsPage'),
});

/** Pages that draw a cascade are loaded on demand. */
const executionRoute = createRoute({
  getParentRoute: () => root,
  path: '/executions/$id',
  validateSearch: (search: Readonly<Record<string, unknown>>): { readonly with?: number } => {
    const other = Number(search.with);
    return Number.isSafeInteger(other) && other > 0 ? { with: other } : {};
  },
  component: lazyPage(() => import('./execution/execution-page.tsx'), 'ExecutionPage'),
});

const workflowsRoute = createRoute({
  getParentRoute: () => root,
  path: '/workflows',
  validateSearch: workflowFilterOf,
  search: { middlewares: [stripSearchParams(ALL_WORKFLOWS)] },
  component: lazyPage(() => import('./workflows/list-page.tsx'), 'WorkflowsPage'),
});

const workflowRoute = createRoute({
  getParentRoute: () => root,
  path: '/workflows/$id',
  validateSearch: workflowSearchOf,
  component: lazyPage(() => import('./workflows/workflow-page.tsx'), 'WorkflowPage'),
});

const batchesRoute = createRoute({
  getParentRoute: () => root,
  path: '/batches',
  validateSearch: batchFilterOf,
  search: { middlewares: [stripSearchParams(ALL_BATCHES)] },
  component: lazyPage(() => import('./batches/batches-page.tsx'), 'BatchesPage'),
});

const uploadRoute = createRoute({
  getParentRoute: () => root,
  path: '/batches/new',
  validateSearch: (search: Readonly<Record<string, unknown>>): { readonly workflow?: number } => {
    const workflow = idOf(search.workflow);
    return workflow === null ? {} : { workflow };
  },
  component: lazyPage(() => import('./batches/upload/upload-page.tsx'), 'UploadPage'),
});

const batchRoute = createRoute({
  getParentRoute: () => root,
  path: '/batches/$id',
  validateSearch: rowFilterOf,
  search: { middlewares: [stripSearchParams(ALL_ROWS)] },
  component: lazyPage(() => import('./batches/batch-page.tsx'), 'BatchPage'),
});

const lettersRoute = createRoute({
  getParentRoute: () => root,
  path: '/letters',
  validateSearch: letterFilterOf,
  search: { middlewares: [stripSearchParams(ALL_LETTERS)] },
  component: lazyPage(() => import('./letters/letters-page.tsx'), 'LettersPage'),
});

const subscriptionsRoute = createRoute({
  getParentRoute: () => root,
  path: '/subscriptions',
  component: lazyPage(() => import('./webhooks/subscriptions-page.tsx'), 'SubscriptionsPage'),
});

const subscriptionRoute = createRoute({
  getParentRoute: () => root,
  path: '/subscriptions/$id',
  component: lazyPage(() => import('./webhooks/subscription-page.tsx'), 'SubscriptionPage'),
});

const deliveriesRoute = createRoute({
  getParentRoute: () => root,
  path: '/deliveries',
  validateSearch: deliveryFilterOf,
  search: { middlewares: [stripSearchParams(ALL_DELIVERIES)] },
  component: lazyPage(() => import('./webhooks/deliveries-page.tsx'), 'DeliveriesPage'),
});

const deliveryRoute = createRoute({
  getParentRoute: () => root,
  path: '/deliveries/$id',
  component: lazyPage(() => import('./webhooks/delivery-page.tsx'), 'DeliveryPage'),
});

const applicantsRoute = createRoute({
  getParentRoute: () => root,
  path: '/applicants',
  component: lazyPage(() => import('./applicants/search-page.tsx'), 'SearchPage'),
});

const applicantRoute = createRoute({
  getParentRoute: () => root,
  path: '/applicants/$id',
  component: lazyPage(() => import('./applicants/person-page.tsx'), 'PersonPage'),
});

const peopleRoute = createRoute({
  getParentRoute: () => root,
  path: '/people',
  component: lazyPage(() => import('./people/people-page.tsx'), 'PeoplePage'),
});

const fieldsRoute = createRoute({
  getParentRoute: () => root,
  path: '/fields',
  component: lazyPage(() => import('./fields/fields-page.tsx'), 'FieldsPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyPage(() => import('./settings/settings-page.tsx'), 'SettingsPage'),
});

const settingsPeopleRoute = createRoute({
  getParentRoute: () => root,
  path: '/settings/people',
  component: lazyPage(() => import('./settings/people-page.tsx'), 'SettingsPeoplePage'),
});

const settingsTokensRoute = createRoute({
  getParentRoute: () => root,
  path: '/settings/tokens',
  component: lazyPage(() => import('./settings/tokens-page.tsx'), 'SettingsTokensPage'),
});

const sourcesRoute = createRoute({
  getParentRoute: () => root,
  path: '/settings/sources',
  component: lazyPage(() => import('./sources/sources-page.tsx'), 'SourcesPage'),
});

const newSourceRoute = createRoute({
  getParentRoute: () => root,
  path: '/settings/sources/new',
  component: lazyPage(() => import('./sources/new-source-page.tsx'), 'NewSourcePage'),
});

const sourceRoute = createRoute({
  getParentRoute: () => root,
  path: '/settings/sources/$code',
  validateSearch: (search: Readonly<Record<string, unknown>>): { readonly version?: number } => {
    const version = idOf(search.version);
    return version === null ? {} : { version };
  },
  component: lazyPage(() => import('./sources/source-page.tsx'), 'SourcePage'),
});

const unknownPullsRoute = createRoute({
  getParentRoute: () => root,
  path: '/settings/unknown-pulls',
  component: lazyPage(() => import('./sources/unknown-pulls-page.tsx'), 'UnknownPullsPage'),
});

const editWorkflowRoute = createRoute({
  getParentRoute: () => root,
  path: '/workflows/$id/edit',
  component: lazyPage(() => import('./editor/edit-page.tsx'), 'EditPage'),
});

const policyRoute = createRoute({
  getParentRoute: () => root,
  path: '/workflows/$id/policy',
  component: lazyPage(() => import('./policy/text-page.tsx'), 'PolicyTextPage'),
});

const newWorkflowRoute = createRoute({
  getParentRoute: () => root,
  path: '/workflows/new',
  validateSearch: newWorkflowSearchOf,
  component: lazyPage(() => import('./policy/new-page.tsx'), 'NewWorkflowPage'),
});

const simulateRoute = createRoute({
  getParentRoute: () => root,
  path: '/workflows/$id/simulate',
  validateSearch: simulateSearchOf,
  component: lazyPage(() => import('./policy/simulate-page.tsx'), 'SimulatePage'),
});

const backtestsRoute = createRoute({
  getParentRoute: () => root,
  path: '/workflows/$id/backtests',
  component: lazyPage(() => import('./backtests/backtests-page.tsx'), 'BacktestsPage'),
});

const backtestRoute = createRoute({
  getParentRoute: () => root,
  path: '/workflows/$id/backtests/$backtest',
  component: lazyPage(() => import('./backtests/backtest-page.tsx'), 'BacktestPage'),
});

const startRoute = createRoute({
  getParentRoute: () => root,
  path: '/workflows/$id/start',
  component: lazyPage(() => import('./policy/start-page.tsx'), 'StartPage'),
});

export function createConsoleRouter() {
  return createRouter({
    routeTree: root.addChildren([
      inboxRoute,
      overviewRoute,
      caseRoute,
      executionsRoute,
      executionRoute,
      workflowsRoute,
      workflowRoute,
      batchesRoute,
      uploadRoute,
      batchRoute,
      lettersRoute,
      subscriptionsRoute,
      subscriptionRoute,
      deliveriesRoute,
      deliveryRoute,
      applicantsRoute,
      applicantRoute,
      peopleRoute,
      fieldsRoute,
      settingsRoute,
      settingsPeopleRoute,
      settingsTokensRoute,
      sourcesRoute,
      newSourceRoute,
      sourceRoute,
      unknownPullsRoute,
      editWorkflowRoute,
      policyRoute,
      newWorkflowRoute,
      simulateRoute,
      backtestsRoute,
      backtestRoute,
      startRoute,
    ]),
    basepath: '/console',
    scrollRestoration: true,
    defaultPreload: false,
    defaultErrorComponent: PageError,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
