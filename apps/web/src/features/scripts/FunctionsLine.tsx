import { formerScripts } from '@fleetdeck/contract/former-scripts'
import type { Script } from '@fleetdeck/contract/scripts'
import { useQuery } from '@tanstack/react-query'
import { Typography } from 'antd'
import { Link } from 'react-router'
import { call } from '../../api/call.ts'
import { listText, useText } from '../../ground/language.ts'
import { useMay } from '../../ground/session-store.ts'

/** Functions of the active version that do not exist here, or differ from those of the former system. */
export function FunctionsLine({ script: { id, versionId, scriptName } }: { script: Script }) {
  const t = useText()
  const isAllowed = useMay(formerScripts.one.permission)
  const { data } = useQuery({
    queryKey: [formerScripts.one.path, id, versionId],
    queryFn: ({ signal }) => call(formerScripts.one, { query: { id }, signal }),
    enabled: isAllowed,
    meta: { silent: true },
  })
  if (!data || data.unknown + data.different === 0) return null
  const { unknown, different } = data
  const list = `/device/formerSystem?${new URLSearchParams({ tab: 'scripts', scriptName })}`
  const found = [
    unknown > 0 && t('formerScript.unknownCount', { count: unknown }),
    different > 0 && t('formerScript.differentCount', { count: different }),
  ]
  return (
    <p>
      <Typography.Text type="warning">{listText(found.filter((text) => text !== false))}</Typography.Text>{' '}
      <Link to={list}>{t('formerScript.details')}</Link>
    </p>
  )
}
