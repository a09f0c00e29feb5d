import { scriptCalls } from '@fleetdeck/contract/script-api'
import { appHandlers } from './apps.ts'
import { checkedCaller, type ObjectCaller } from './checked-caller.ts'
import type { CallContext } from './context.ts'
import { elementHandlers } from './elements.ts'
import { fileHandlers } from './files.ts'
import { phoneHandlers } from './phone.ts'
import { screenHandlers } from './screen.ts'
import { settingHandlers } from './settings.ts'
import { touchHandlers } from './touch.ts'

/** The `device` object of scripts. */
export const deviceCaller = (context: CallContext): ObjectCaller =>
  checkedCaller(
    'device',
    scriptCalls.device,
    {
      ...touchHandlers(context),
      ...screenHandlers(context),
      ...elementHandlers(context),
      ...phoneHandlers(context),
      ...appHandlers(context),
      ...settingHandlers(context),
      ...fileHandlers(context),
    },
    context.texts,
  )
