create table if not exists stock (tenant text, item text, count int not null, primary key (tenant, item));
create table if not exists orders (key text primary key, tenant text not null, item text not null, count int not null);
insert into stock values ('acme', 'bolt', 100), ('globex', 'nut', 50) on conflict do nothing;
