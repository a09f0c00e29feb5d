import { type ScreenLink, screenLinks } from '@fleetdeck/contract/screen-links'
import { useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { shown, showSuccess } from '../../api/feedback.ts'
import { useConfirmCount } from '../../components/ConfirmCount.tsx'
import { useText } from '../../ground/language.ts'

export function useRevokeLinks() {
  const t = useText()
  const client = useQueryClient()
  const confirm = useConfirmCount()
  return (links: readonly ScreenLink[]) =>
    confirm({
      title:
        links.length === 1
          ? t('screenLink.revokeOne', { device: links[0]?.deviceNo ?? '' })
          : t('screenLink.revokeMany', { count: links.length }),
      names: links.map(({ deviceNo, note }) => [deviceNo, note].filter(Boolean).join(' · ')),
      hint: t('screenLink.revokeHint'),
      okText: t('screenLink.revoke'),
      run: async () => {
        await shown(call(screenLinks.revoke, { body: { ids: links.map(({ id }) => id) } }))
        showSuccess(t('screenLink.revokeDone'))
        await client.invalidateQueries({ queryKey: [screenLinks.list.path] })
      },
    })
}
