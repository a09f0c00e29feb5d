import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../deps.ts'
import type { Deliveries } from './answer-heartbeat.ts'
import { commandFileRoutes } from './command-files.routes.ts'
import { computerEnrolmentRoutes } from './computers.routes.ts'
import { phoneCacheRoutes } from './data/caches.routes.ts'
import { phoneDataRoutes } from './data/data-items.routes.ts'
import { phoneTableRoutes } from './data/dynamic-tables.routes.ts'
import { phoneHotRoutes } from './hot-scripts.routes.ts'
import { phoneRoutes } from './phones.routes.ts'
import { phoneQuestionRoutes } from './questions.routes.ts'
import { regionRoutes } from './regions.routes.ts'
import { scrcpyFileRoutes } from './scrcpy-server.routes.ts'
import { phoneScriptRoutes } from './script-files.routes.ts'
import { unusablePhoneRoutes } from './unusable-phones.routes.ts'

/** All HTTP calls of phones and their agents. */
export function deviceApiRoutes(app: FastifyInstance, deps: Deps, deliveries: Deliveries): void {
  phoneRoutes(app, deps, deliveries)
  regionRoutes(app, deps)
  unusablePhoneRoutes(app, deps)
  computerEnrolmentRoutes(app, deps)
  commandFileRoutes(app, deps)
  phoneScriptRoutes(app, deps)
  scrcpyFileRoutes(app, deps)
  phoneHotRoutes(app, deps)
  phoneDataRoutes(app, deps)
  phoneCacheRoutes(app, deps)
  phoneTableRoutes(app, deps)
  phoneQuestionRoutes(app, deps)
}
