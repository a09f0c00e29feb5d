import { type ScriptVersion, scripts } from '@fleetdeck/contract/scripts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { call } from '../../api/call.ts'
import { ask, inBackground, shown, showSuccess } from '../../api/feedback.ts'
import { authorKeyQuery, signFile } from '../../components/authors/author-key.ts'
import { useText } from '../../ground/language.ts'

interface SignVersionProps {
  version: ScriptVersion
  onSigned: () => void
}

/** Signs an older version, or one fetched from an address, with the key of this browser; shown if it has one. */
export function SignVersion({ version: { id, version }, onSigned }: SignVersionProps) {
  const t = useText()
  const { data: key } = useQuery(authorKeyQuery)
  if (!key) return null
  const sign = async () => {
    const isConfirmed = await ask({
      title: t('author.signQuestion', { version }),
      content: t('author.signHint'),
      okText: t('author.sign'),
    })
    if (!isConfirmed) return
    const { text } = await shown(call(scripts.text, { query: { versionId: id } }))
    await shown(signFile(key, new TextEncoder().encode(text)))
    showSuccess(t('author.signed'))
    onSigned()
  }
  return (
    <Button type="link" size="small" onClick={() => inBackground(sign())}>
      {t('author.sign')}
    </Button>
  )
}
