#!/bin/sh
# Prints the keys of the Secret of this overlay, all of them new, as lines of an environment file. Keep the file: what is
# sealed with one CAUSEWAY_KEYRING can't be opened with another. Needs a build (npm run build).
set -eu
cd "$(dirname "$0")/../../../.."
random() { node -p "require('crypto').randomBytes($1).toString('$2')"; }
password=$(random 16 hex)
node dist/scripts/process_keys.js --nats nats:4222
echo "CAUSEWAY_INTERNAL_TOKEN=$(random 32 hex)"
echo "CAUSEWAY_KEYRING=k1:$(random 32 base64)"
echo "CAUSEWAY_DATABASE_PASSWORD=$password"
for service in identity installation reads writes notifications; do
  name=$(echo "$service" | tr '[:lower:]' '[:upper:]')
  echo "CAUSEWAY_${name}_DATABASE_URL=mysql://causeway:$password@mariadb:3306/causeway_$service"
done
