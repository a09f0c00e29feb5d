import { type ScreenLink, screenLinks } from '@fleetdeck/contract/screen-links'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { showSuccess } from '../../api/feedback.ts'
import { FormDrawer } from '../../components/FormDrawer.tsx'
import { ValidityFields } from '../../components/screen-links/ValidityFields.tsx'
import { useText } from '../../ground/language.ts'

/** Moves the expiry of a link. */
export function ExtendDrawer({ link, onClose }: { link: ScreenLink; onClose: () => void }) {
  const t = useText()
  const client = useQueryClient()
  return (
    <FormDrawer<{ expiresAt: string }>
      title={t('screenLink.extendOne', { device: link.deviceNo })}
      place={null}
      initialValues={{ expiresAt: link.expiresAt }}
      onSubmit={async ({ expiresAt }) => {
        await call(screenLinks.extend, { body: { id: link.id, expiresAt } })
        showSuccess(t('screenLink.extendDone'))
        await client.invalidateQueries({ queryKey: [screenLinks.list.path] })
      }}
      onClose={onClose}
    >
      <ValidityFields isChosen />
    </FormDrawer>
  )
}
