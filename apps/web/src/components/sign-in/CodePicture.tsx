import { ReloadOutlined } from '@ant-design/icons'
import { useText } from '../../ground/language.ts'
import type { VerificationCode } from './use-code.ts'

/** A click shows another image. */
export function CodePicture({ code }: { code: VerificationCode }) {
  const t = useText()
  const label = code.isFailed ? t('login.codeFailed') : t('login.newCode')
  return (
    <button type="button" className="code-picture" title={label} aria-label={label} onClick={code.another}>
      {code.picture ? <img src={code.picture} alt="" /> : <ReloadOutlined />}
    </button>
  )
}
