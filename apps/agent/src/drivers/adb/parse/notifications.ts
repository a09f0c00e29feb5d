import type { PhoneNotification } from '../../phone-parts.ts'

const groupSummary = 0x200

/**
 * `dumpsys notification --noredact`, the section `Notification List:` only: a record for each notification, whose
 * extras contain `android.title=String (…)`. Titles and texts may have several lines.
 */
export function parseNotifications(text: string): PhoneNotification[] {
  // A text may have lines of any indentation, so the section has no sure end but the sections known to follow.
  const [, list = ''] = /^ {2}Notification List:\n([\s\S]*)/m.exec(text) ?? []
  const [shown = ''] = list.split(/^ {2}(?:Enqueued Notification List:|mArchive=)/m)
  const records = shown.split(/^ +NotificationRecord\(/m).slice(1)
  return records
    .flatMap((record) => parseRecord(record) ?? [])
    .sort((one, other) => (other.time ?? 0) - (one.time ?? 0))
}

function parseRecord(record: string): PhoneNotification | undefined {
  const app = /\bpkg=([\w.]+)/.exec(record)?.[1]
  const flags = Number(/^ +flags=(0x[\da-f]+)/im.exec(record)?.[1] ?? 0)
  const title = extra(record, 'android.title')
  const text = extra(record, 'android.bigText') || extra(record, 'android.text')
  // The head of a group repeats its members.
  if (!app || !(title || text) || flags & groupSummary) return undefined
  const time = /\b(?:mCreationTimeMs|posttimeMs)=(\d{12,})/.exec(record)?.[1]
  return { app, title, text, time: time ? Number(time) : undefined }
}

/** A value ends where the next key, or the end of the extras, begins. */
function extra(record: string, key: string): string {
  const name = key.replaceAll('.', '\\.')
  const value = new RegExp(`^ +${name}=\\w+ \\(([\\s\\S]*?)\\)\\r?\\n(?= +[\\w.]+=| +\\})`, 'm').exec(record)
  return value?.[1]?.trim() ?? ''
}
