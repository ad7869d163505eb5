BEGIN TRANSACTION;
CREATE TABLE chat (game text not null references tables, number integer not null,
    seat integer not null, name text not null, said text not null, at integer not null,
    primary key (game, number));
INSERT INTO "chat" VALUES('y0aUixPJ',1,0,'Ada','Your move, Bo!',1700000000000);
CREATE TABLE links (hash text primary key, game text not null references tables,
    role text not null, seat integer not null, unique (game, role, seat)) without rowid;
INSERT INTO "links" VALUES('4b013f8118baf2312d23de7a627136d98a736551da96304c32956a3ee17bc319','y0aUixPJ','seat',1);
INSERT INTO "links" VALUES('df9c6ee3dd3f2fcf7fda3954162fe2583ea494384ead2ec207a686ecdc8b1f31','y0aUixPJ','watch',-1);
INSERT INTO "links" VALUES('e6eaf846e306a60589978e1750a181296ed9ea818d1163339cae55d5ed5cf1bd','y0aUixPJ','seat',0);
CREATE TABLE log (game text not null references tables, number integer not null,
    kind text not null, seat integer not null, written text not null, act text, at integer not null default 0, took integer not null default 0,
    primary key (game, number)) without rowid;
INSERT INTO "log" VALUES('y0aUixPJ',1,'move',0,'take(4, 7)','1',0,0);
INSERT INTO "log" VALUES('y0aUixPJ',2,'move',1,'take(3, 1)','1',0,0);
INSERT INTO "log" VALUES('y0aUixPJ',3,'undo',1,'1','u',0,0);
CREATE TABLE rules (digest text primary key, main text not null, more text not null,
    texts text not null) without rowid;
INSERT INTO "rules" VALUES('29227b4de1192e4b3bd87021','/cairn/examples/nim.cairn','[]','[["/cairn/examples/nim.cairn", "game \"Nim\"\n  subtitle \"Heaps of 1, 3, 5 and 7; the last match wins\"\n  players  2\n  aim      \"Take the last match.\"\n\noption last_loses: yes, no = no\n  \"Does the player who takes the last match lose?\"\n\ntable begin: 1..4 = 1, 3, 5, 7\n  \"How many matches each heap begins with.\"\n\ncomponent Match\n  make 16\n\nzone heap[1..4]: area of Match\n  \"Matches that nobody has taken yet.\"\nzone taken:      area of Match\n  \"Matches that are out of the game.\"\n\nsetup\n  move all Match to taken\n  for each number in 1..4: move begin[number] from taken to heap[number]\n\nturn\n  choose\n    take(number in 1..4, many in 1..size(heap[number]))\n      \"Take {many} from heap {number}.\"\n      move many from heap[number] to taken\n\nwins when heap is empty and (active = me) != last_loses\n  \"The player who takes the last match wins. With the option, that player loses.\"\n\nexample \"As many as you like, from one heap\"\n  given heap[3] = 5\n  do    take(3, 4)\n  then  size(heap[3]) = 1\n  then  seat 2 is to move\n\nexample \"A whole heap may go\"\n  do    take(4, 7)\n  then  heap[4] is empty\n  then  size(taken) = 7\n\nexample \"No heap gives more than it holds\"\n  then  cannot take(2, 4)\n  then  can take(2, 3)\n\nexample \"Nothing is taken from an empty heap\"\n  given heap[1] is empty\n  then  cannot take(1, 1)\n\nexample \"The last match wins\"\n  given last_loses = no\n  given heap[1] is empty\n  given heap[2] is empty\n  given heap[3] is empty\n  given heap[4] = 2\n  do    take(4, 2)\n  then  the game is over\n  then  me wins\n\nexample \"With the option, the last match loses\"\n  given last_loses = yes\n  given heap[1] = 1\n  given heap[2] is empty\n  given heap[3] is empty\n  given heap[4] is empty\n  do    take(1, 1)\n  then  seat 2 wins\n"]]');
CREATE TABLE seats (game text not null references tables, seat integer not null,
    kind text not null, agent text not null, name text not null,
    primary key (game, seat)) without rowid;
INSERT INTO "seats" VALUES('y0aUixPJ',0,'link','','Ada');
INSERT INTO "seats" VALUES('y0aUixPJ',1,'link','','Bo');
CREATE TABLE tables (id text primary key, made integer not null unique, title text not null,
    rules text not null references rules, players integer not null, seed text not null,
    options text not null, starter integer not null, terms text not null default '{}', follows text, turned integer not null default 0, spent integer not null default 0);
INSERT INTO "tables" VALUES('y0aUixPJ',1,'Nim','29227b4de1192e4b3bd87021',2,'5','{}',0,'{"seconds":600,"increment":5}',NULL,0,1500);
CREATE TABLE wishes (game text not null references tables, seat integer not null,
    version integer not null, primary key (game, seat));
INSERT INTO "wishes" VALUES('y0aUixPJ',0,3);
CREATE UNIQUE INDEX acts on log (game, seat, act) where act is not null;
CREATE UNIQUE INDEX followers on tables (follows);
COMMIT;
PRAGMA user_version = 3;
