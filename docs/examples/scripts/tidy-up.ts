// Tidies a phone in the night, as a scheduled task: removes old downloads, closes apps and dismisses notifications,
// silently: the volume returns when the script ends, also after an error. It uses the module phone-tools.ts.
//
// Parameters  days: age of the downloads that are removed (7); apps: ids of the apps to be closed, by commas
// Result      what was done

// The name of a script in the console; in a Git repository its path, './phone-tools.ts'.
import { closeApps, listOf, olderThan } from 'phone-tools.ts'

const { days = '7', apps = '' } = ecloud.getTaskInfo().valueJson as Record<string, string>
const folder = 'Download'

// With { keep: true } it would stay after the end.
if (device.can('volume')) device.setVolume('media', 0)

const files = device.fileExists(folder) ? olderThan(device.listFiles(folder), days) : []
for (const { name } of files) device.removeFile(`${folder}/${name}`)
const closed = closeApps(listOf(apps))
const dismissed = device.can('notifications') ? device.notifications().length : 0
if (dismissed > 0) device.clearNotifications()
device.key('home')
// The result of a script with imports.
export default `removed files: ${files.length}, closed apps: ${closed.length}, dismissed notifications: ${dismissed}`
