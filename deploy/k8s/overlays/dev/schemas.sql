-- One schema a service; nobody reads another's tables.
CREATE DATABASE IF NOT EXISTS causeway_identity CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
CREATE DATABASE IF NOT EXISTS causeway_installation CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
CREATE DATABASE IF NOT EXISTS causeway_reads CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
CREATE DATABASE IF NOT EXISTS causeway_writes CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
CREATE DATABASE IF NOT EXISTS causeway_notifications CHARACTER SET utf8mb4 COLLATE utf8mb4_bin;
GRANT ALL ON `causeway\_%`.* TO 'causeway'@'%';
