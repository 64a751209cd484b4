#!/bin/sh
# Prints the keys of the Secret of this overlay, all of them new, as lines of an environment file. Keep the file: what is
# sealed with one CAUSEWAY_KEYRING can't be opened with another. Needs a build (npm run build) and openssl.
set -eu
umask 077
cd "$(dirname "$0")/../../../.."
password=$(openssl rand -hex 16)
node dist/scripts/process_keys.js --nats nats:4222
echo "CAUSEWAY_INTERNAL_TOKEN=$(openssl rand -hex 32)"
echo "CAUSEWAY_KEYRING=k1:$(openssl rand -base64 32)"
echo "CAUSEWAY_DATABASE_PASSWORD=$password"
for service in identity installation reads writes notifications; do
  name=$(echo "$service" | tr '[:lower:]' '[:upper:]')
  echo "CAUSEWAY_${name}_DATABASE_URL=mysql://causeway:$password@mariadb:3306/causeway_$service"
done
