/** The handlers of all commands and queries of this context. */
export { PurgeViewsHandler } from './commands/purge-views.js';
export { RecordViewHandler } from './commands/record-view.js';
export { RollUpViewsHandler } from './commands/roll-up-views.js';
export { GetDashboardHandler } from './queries/get-dashboard.js';
export { GetShopFiguresHandler } from './queries/get-shop-figures.js';
