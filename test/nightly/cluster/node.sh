#!/bin/sh
# The first process of a node of a test cluster, in namespaces of its own (network, mounts, processes, host name): what it
# starts, mounts and sets ends with it. Programs and settings are in the folders that it is given.
#   node.sh PROGRAMS SETTINGS STATE IMAGES NODE_IP
set -eu
programs=$1 settings=$2 state=$3 images=$4 node_ip=$5
logs=$state/logs
mkdir -p "$logs" "$state/kubelet" "$state/etcd" "$images"

# Nothing of this is seen outside. The kubelet and containerd write to fixed places.
mount --make-rshared /
for folder in /run /var/log /var/lib/cni; do
  mkdir -p "$folder"
  mount -t tmpfs tmpfs "$folder"
done
mkdir -p /run/lock
# The kubelet wants to set how the machine panics and overcommits. It sees what it wants to see, and the machine stays
# as it is.
mkdir "$state/kernel"
for setting in kernel/panic=10 kernel/panic_on_oops=1 kernel/keys/root_maxkeys=1000000 kernel/keys/root_maxbytes=25000000 \
  vm/overcommit_memory=1 vm/panic_on_oom=0; do
  file=$state/kernel/$(basename "${setting%=*}")
  echo "${setting#*=}" >"$file"
  mount --bind "$file" "/proc/sys/${setting%=*}"
done

hostname node
ip link set lo up
ip link add node0 type bridge
ip address add "$node_ip/24" dev node0
ip link set node0 up
# Nobody is there: what goes to the internet goes nowhere.
ip route add default via "${node_ip%.*}.254" dev node0
for name in ip_forward bridge/bridge-nf-call-iptables; do
  file=/proc/sys/net/ipv4/$name
  [ -e "$file" ] || file=/proc/sys/net/$name
  echo 1 >"$file"
done

start() {
  name=$1
  shift
  "$@" >"$logs/$name.log" 2>&1 &
}

start etcd "$programs/node" etcd --data-dir "$state/etcd" --unsafe-no-fsync --log-level warn \
  --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 \
  --listen-peer-urls http://127.0.0.1:2380
start containerd containerd --config "$settings/containerd.toml"
start apiserver "$programs/node" apiserver --etcd-servers http://127.0.0.1:2379 --advertise-address "$node_ip" \
  --cert-dir "$state/certificates" --service-cluster-ip-range 10.96.0.0/16 --authorization-mode Node,RBAC \
  --enable-admission-plugins NodeRestriction --token-auth-file "$settings/tokens.csv" --allow-privileged \
  --service-account-issuer https://kubernetes.default.svc --service-account-key-file "$settings/accounts.pem" \
  --service-account-signing-key-file "$settings/accounts.pem" --kubelet-preferred-address-types InternalIP
until "$programs/node" kubectl --kubeconfig "$settings/admin.json" get --raw /readyz >/dev/null 2>&1; do sleep 0.5; done

start controller-manager "$programs/node" controller-manager --kubeconfig "$settings/controller-manager.json" \
  --leader-elect=false --use-service-account-credentials --root-ca-file "$state/certificates/apiserver.crt" \
  --service-account-private-key-file "$settings/accounts.pem"
start scheduler "$programs/node" scheduler --kubeconfig "$settings/scheduler.json" --leader-elect=false
start kubelet "$programs/node" kubelet --config "$settings/kubelet.json" --kubeconfig "$settings/kubelet-access.json" \
  --root-dir "$state/kubelet" --node-ip "$node_ip" --hostname-override node
start proxy "$programs/node" proxy --config "$settings/proxy.json"
until "$programs/node" kubectl --kubeconfig "$settings/admin.json" get node node >/dev/null 2>&1; do sleep 0.5; done
start policies "$programs/policies" --kubeconfig "$settings/admin.json" --hostname-override node \
  --service-cluster-ip-range 10.96.0.0/16 --metrics-port 0
touch "$state/started"
wait
