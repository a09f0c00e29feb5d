export interface ServiceFacts {
  /** Absolute paths: of Node, of the agent's program, and of the folder in which the arguments hold. */
  node: string
  program: string
  folder: string
  /** Arguments of the agent. */
  words: readonly string[]
  user: string
  /** What the service may write. */
  writable: readonly string[]
  /** Further groups of the user, such as plugdev. */
  groups: readonly string[]
}

/** A word as systemd reads it in ExecStart (systemd.service, "Command lines"). */
const quoted = (word: string) =>
  `"${word.replaceAll(/["\\]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`

/** adb does not start in ExecStartPre: systemd would end its server before the service starts. */
const startAdb = `/bin/sh -c 'adb start-server; exec "$$@"' sh`

/** A unit of systemd. */
export function systemdUnit(facts: ServiceFacts): string {
  const { node, program, folder, words, user, writable, groups } = facts
  return `[Unit]
Description=Agent that connects Android phones to the fleetdeck console
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
User=${user}
${groups.map((group) => `SupplementaryGroups=${group}\n`).join('')}WorkingDirectory=${folder.replaceAll('%', '%%')}
ExecStart=${startAdb} ${[node, program, ...words].map(quoted).join(' ')}
Restart=always
RestartSec=2
NoNewPrivileges=yes
ProtectSystem=strict
ReadWritePaths=${writable.map((path) => quoted(`-${path}`)).join(' ')}
PrivateTmp=yes
ProtectKernelTunables=no
ProtectKernelModules=yes
ProtectControlGroups=yes
RestrictSUIDSGID=yes
LockPersonality=yes

[Install]
WantedBy=multi-user.target
`
}

const escapedXml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A property list of launchd (launchd.plist). */
export function launchdList(label: string, { node, program, folder, words }: ServiceFacts): string {
  const shell = ['/bin/sh', '-c', 'adb start-server; exec "$@"', 'sh', node, program, ...words]
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key><string>${label}</string>
  <key>ProgramArguments</key>
  <array>
${shell.map((word) => `    <string>${escapedXml(word)}</string>`).join('\n')}
  </array>
  <key>WorkingDirectory</key><string>${escapedXml(folder)}</string>
  <key>RunAtLoad</key><true/>
  <key>KeepAlive</key><true/>
</dict>
</plist>
`
}
