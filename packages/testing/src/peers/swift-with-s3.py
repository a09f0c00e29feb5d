"""OpenStack Swift with its S3 interface (Debian: python3-swift) in one process, for tests. Objects are in memory.

Usage: swift-with-s3.py FOLDER. Prints the port of the S3 interface when it answers. The access key is test:tester, the
secret key testing, the region us-east-1.
"""

import logging
import os
import sys

import eventlet
from eventlet import wsgi

folder = os.path.abspath(sys.argv[1])
device = os.path.join(folder, 'devices', 'disk')
os.makedirs(os.path.join(device, 'tmp'))


def write(name, text):
    with open(os.path.join(folder, name), 'w', encoding='utf-8') as file:
        file.write(text)


write('swift.conf', """
[swift-hash]
swift_hash_path_prefix = tests
swift_hash_path_suffix = tests
[storage-policy:0]
name = only
default = yes
[swift-constraints]
max_header_size = 16384
""")

from swift.common import utils  # noqa: E402

utils.SWIFT_CONF_FILE = os.path.join(folder, 'swift.conf')
utils.validate_hash_conf()

from swift.common import storage_policy  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import SwiftHttpProtocol, loadapp  # noqa: E402

storage_policy.reload_storage_policies()
logging.disable(logging.CRITICAL)
utils.eventlet_monkey_patch()

sockets = {}
for kind in ('account', 'container', 'object', 'proxy'):
    sockets[kind] = eventlet.listen(('127.0.0.1', 0), backlog=512)
ports = {kind: each.getsockname()[1] for kind, each in sockets.items()}

common = f"""[DEFAULT]
swift_dir = {folder}
devices = {os.path.join(folder, 'devices')}
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
bind_ip = 127.0.0.1
user = {os.environ.get('USER', 'root')}
"""

for kind in ('account', 'container', 'object'):
    ring = RingBuilder(2, 1, 0)
    ring.add_dev({
        'id': 0, 'region': 1, 'zone': 1, 'weight': 1, 'device': 'disk',
        'ip': '127.0.0.1', 'port': ports[kind],
        'replication_ip': '127.0.0.1', 'replication_port': ports[kind],
    })
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, f'{kind}.ring.gz'))
    write(f'{kind}.conf', f"""{common}bind_port = {ports[kind]}
[pipeline:main]
pipeline = {kind}-server
[app:{kind}-server]
use = egg:swift#{'mem_object' if kind == 'object' else kind}
""")

write('proxy.conf', f"""{common}bind_port = {ports['proxy']}
[pipeline:main]
pipeline = catch_errors cache s3api tempauth bulk slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
allow_account_management = true
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
check_bucket_owner = false
auth_pipeline_check = false
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:bulk]
use = egg:swift#bulk
[filter:slo]
use = egg:swift#slo
[filter:dlo]
use = egg:swift#dlo
""")


class Silent:
    def write(self, *_):
        pass

    def flush(self):
        pass


for kind, socket in sockets.items():
    app = loadapp(os.path.join(folder, f'{kind}.conf'), global_conf={'log_name': kind})
    eventlet.spawn(
        wsgi.server, socket, app, Silent(), protocol=SwiftHttpProtocol, capitalize_response_headers=False
    )
print(ports['proxy'], flush=True)
while True:
    eventlet.sleep(3600)
