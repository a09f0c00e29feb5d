import type { RoleId, UserId } from '@fleetdeck/contract/ids'
import { viewAs, viewMinutes } from '@fleetdeck/contract/view-as'
import { call } from '../api/call.ts'
import { ask, inBackground, shown } from '../api/feedback.ts'
import { useText } from '../ground/language.ts'
import { useMay } from '../ground/session-store.ts'
import { enterView } from '../ground/view-store.ts'

type Viewed = { userId: UserId } | { roleId: RoleId }

/** Asks, and shows the console as a user or role; undefined for those who may not. */
export function useViewAs() {
  const t = useText()
  const may = useMay(viewAs.start.permission)
  const start = (viewed: Viewed, name: string) => {
    const isUser = 'userId' in viewed
    inBackground(
      ask({
        title: t(isUser ? 'viewAs.question' : 'viewAs.roleQuestion', { name }),
        content: isUser
          ? t('viewAs.hint', { name, minutes: viewMinutes })
          : t('viewAs.roleHint', { minutes: viewMinutes }),
        okText: t('viewAs.start'),
        onOk: async () => enterView((await shown(call(viewAs.start, { body: viewed }))).token),
      }),
    )
  }
  return may ? start : undefined
}
