import { checkedCaller, type ObjectCaller } from './checked-caller.ts'
import type { CallContext } from './context.ts'
import { elementHandlers } from './elements.ts'
import { phoneHandlers } from './phone.ts'
import { screenHandlers } from './screen.ts'
import { touchHandlers } from './touch.ts'

/** The `device` object of scripts. */
export const deviceCaller = (context: CallContext): ObjectCaller =>
  checkedCaller(
    'device',
    {
      ...touchHandlers(context),
      ...screenHandlers(context),
      ...elementHandlers(context),
      ...phoneHandlers(context),
    },
    context.texts,
  )
